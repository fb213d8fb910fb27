import { runInTerminal } from './start/terminal.ts'

await runInTerminal('dev')
