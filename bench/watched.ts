import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '#scripts/start/root.ts'
import { familyMb, residentMb } from './process-memory.ts'

const LOOK_MS = 250

/**
 * Runs Node in the project's folder, and measures the memory of the process and its descendants.
 * @param measure measures one process
 * @throws when the process fails
 */
export async function runWatched(
  args: readonly string[],
  env: Record<string, string>,
  measure = residentMb,
): Promise<{ output: string; peakMb: number }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ...env,
    },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  let peakMb = 0
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, familyMb(child.pid, measure))
  }, LOOK_MS)
  await once(child, 'exit')
  clearInterval(look)
  const output = said.join('')
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed\n${output}`)
  return { output, peakMb }
}
