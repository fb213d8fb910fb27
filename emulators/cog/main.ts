/** A container that speaks Cog's protocol, for development and tests: trains and renders with the studio. `--help` prints the options. */
import { runEmulator } from '../engine-core/command-line.ts'
import { cog } from './protocol.ts'

await runEmulator(cog(), { name: 'cog', port: 5000, keyVariable: 'WEBHOOK_AUTH_TOKEN' })
