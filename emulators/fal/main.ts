/** fal's queue for development and tests: speaks its protocol, makes its pictures with the studio. `--help` prints the options. */
import { runEmulator } from '#emulators/engine-core/command-line.ts'
import { fal } from './protocol.ts'

await runEmulator(fal, { name: 'fal', port: 4252, keyVariable: 'FAL_EMULATOR_KEY' })
