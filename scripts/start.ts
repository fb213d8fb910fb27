import { readOptions } from './options.ts'
import { runInTerminal } from './start/terminal.ts'

readOptions('npm start   installs, builds and starts everything on embedded defaults.', {})
await runInTerminal('built')
