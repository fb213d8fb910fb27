import { readOptions } from './options.ts'
import { runInTerminal } from './start/terminal.ts'

readOptions('npm run dev   starts everything as npm start does, reloading.', {})
await runInTerminal('dev')
