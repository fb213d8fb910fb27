import { readOptions } from '#scripts/options.ts'
import { startEmulator, type Protocol } from './server.ts'

/** Runs an emulator as a program of its own, until it is told to stop. */
export async function runEmulator(
  protocol: Protocol,
  { name, port, keyVariable }: { name: string; port: number; keyVariable: string },
): Promise<void> {
  const help = `node emulators/${name}/main.ts [options]

  --port N   the port it listens on, on this machine alone (${port})

${keyVariable} is the only key that is taken; any key without it. Everything is kept in memory. What is to go wrong is
commanded at /_emulator: POST calls, jobs, hooks, hooks/release-reversed, results, clock; GET state.`
  const { values } = readOptions(help, { options: { port: { type: 'string', default: String(port) } } })
  const key = process.env[keyVariable]
  const emulator = await startEmulator(protocol, {
    port: Number(values.port),
    ...(key !== undefined && { key }),
  })
  console.log(`${name}'s protocol at ${emulator.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void emulator.close())
}
