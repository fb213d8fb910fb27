import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isGroupAlive, isStampAlive, processStamp, STOP_TIMEOUT_MS, stopGroups } from './process-group.ts'

const Running = z.object({
  /** The process that started the parts, and the watchdog that ends them when it cannot. */
  starter: z.string(),
  watchdog: z.string().optional(),
  /** Each part leads a process group of its own. */
  parts: z.array(z.object({ name: z.string(), stamp: z.string() })).default([]),
  siteUrl: z.string().optional(),
  backendUrl: z.string().optional(),
})
export type Running = z.infer<typeof Running>

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError'
}

export interface Instance {
  update(change: Partial<Omit<Running, 'starter'>>): void
  release(): void
}

export function instanceFile(dataDir: string): string {
  return join(dataDir, 'running.json')
}

function readRunning(path: string): Running | null {
  try {
    return Running.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Where the API of the product answers that was started on a data folder; undefined where none runs. */
export function runningBackendUrl(dataDir: string): string | undefined {
  const running = readRunning(instanceFile(dataDir))
  return running && isStampAlive(running.starter) ? running.backendUrl : undefined
}

/** Ends the processes of an earlier start: two backends on one embedded database would destroy it. */
async function clearLeftovers(path: string): Promise<void> {
  const running = readRunning(path)
  if (!running) return
  if (isStampAlive(running.starter)) {
    const where = running.siteUrl ? ` at ${running.siteUrl}` : ''
    throw new AlreadyRunningError(
      `Already running${where} (process ${running.starter.split(':')[0]}, data in ${join(path, '..')}). ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
  }
  const deadline = performance.now() + 2 * STOP_TIMEOUT_MS
  while (running.watchdog && isStampAlive(running.watchdog) && performance.now() < deadline) await sleep(100)
  const left = running.parts
    .filter(({ stamp }) => isStampAlive(stamp))
    .map(({ stamp }) => Number.parseInt(stamp, 10))
  await stopGroups(left.filter(isGroupAlive))
}

/** Long enough for another start, which found the same stale mark, to have replaced ours. */
const CLAIM_SETTLE_MS = 100

/** Marks the data folder as in use until `release`. Throws {@link AlreadyRunningError}. */
export async function claimInstance(dataDir: string): Promise<Instance> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = instanceFile(dataDir)
  const draft = `${path}.${process.pid}`
  let running: Running = { starter: processStamp(process.pid), parts: [] }
  const write = () => writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  await clearLeftovers(path)
  rmSync(path, { force: true })
  write()
  try {
    // Of two that start at the same moment, the one whose link is made goes on.
    linkSync(draft, path)
  } catch {
    throw new AlreadyRunningError(`Another start is using ${dataDir} at this moment.`)
  } finally {
    rmSync(draft, { force: true })
  }
  await sleep(CLAIM_SETTLE_MS)
  if (readRunning(path)?.starter !== running.starter) {
    throw new AlreadyRunningError(`Another start is using ${dataDir} at this moment.`)
  }
  return {
    update(change) {
      running = { ...running, ...change }
      write()
      renameSync(draft, path)
    },
    release: () => rmSync(path, { force: true }),
  }
}
