/** Black Forest Labs for development and tests: speaks its protocol, makes its pictures with the studio. `--help` prints the options. */
import { runEmulator } from '#emulators/engine-core/command-line.ts'
import { bfl } from './protocol.ts'

await runEmulator(bfl, { name: 'bfl', port: 4253, keyVariable: 'BFL_EMULATOR_KEY' })
