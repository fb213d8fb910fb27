import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '#scripts/start/root.ts'
import { memoryMb } from '../api/processes.ts'

const LOOK_MS = 500

/** Runs Node in the project's folder, and looks at what it and all it starts hold. @throws when it fails */
export async function runWatched(
  args: readonly string[],
  env: Record<string, string>,
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
    peakMb = Math.max(peakMb, familyMb(child.pid ?? 0))
  }, LOOK_MS)
  await once(child, 'exit')
  clearInterval(look)
  const output = said.join('')
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed\n${output}`)
  return { output, peakMb }
}

function familyMb(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = attempt(() =>
      Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]),
    )
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(family)]
  // One that has just ended is still there for a moment, and holds nothing.
  return family(pid).reduce((sum, one) => sum + (attempt(() => memoryMb(one)) || 0), 0)
}

/** A process may end while it is looked at. */
function attempt(look: () => number): number | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
