/** Replicate for development and tests: speaks its protocol, makes its pictures with the studio. `--help` prints the options. */
import { runEmulator } from '#emulators/engine-core/command-line.ts'
import { replicate } from './protocol.ts'

await runEmulator(replicate, {
  name: 'replicate',
  port: 4251,
  keyVariable: 'REPLICATE_EMULATOR_KEY',
})
