import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { openStudio } from '#backend/providers/studio/open.ts'
import { secretsOf, UsageError, type Wanted } from './arguments.ts'
import { startCallbackServer } from './callback-server.ts'
import { openEngine } from './engines.ts'
import { createFindings, messageOf, type Finding } from './findings.ts'
import type { Pace } from './following.ts'
import type { LikenessRow } from './likeness.ts'
import { tryPromises } from './promises.ts'
import type { Selfie } from './selfies.ts'

export interface Report {
  engine: Wanted['engine']
  /** Null for the studio. */
  address: string | null
  selfies: number
  seconds: number
  findings: Finding[]
  likeness: LikenessRow[]
}

/**
 * Checks an engine, with a folder and records of its own that are gone afterwards.
 * @param deps `tell` hears each finding at once, and is waited for
 * @throws UsageError
 */
export async function checkEngine(
  wanted: Wanted,
  deps: {
    database: Database
    studio: ReturnType<typeof openStudio>
    eye: Eye
    selfies: readonly Selfie[]
    pace: Pace
    tell: (finding: Finding) => unknown
    signal: AbortSignal
  },
): Promise<Report> {
  const { database, studio, eye, selfies, pace, tell, signal } = deps
  const startedAt = performance.now()
  const address = 'address' in wanted ? wanted.address : null
  const url = wanted['hook-url'] ?? null
  const folder = await mkdtemp(join(tmpdir(), 'engine-check-'))
  const findings = createFindings({ tell, signal, secrets: secretsOf(wanted) })
  const callbacks = await startCallbackServer({
    engine: wanted.engine,
    port: wanted['hook-port'],
    url,
    folder,
    secret: randomBytes(32).toString('hex'),
    onError: (error) => console.error(messageOf(error)),
  })
  let likeness: LikenessRow[] = []
  try {
    const canReachUs = url !== null || (address !== null && isOfThisMachine(address))
    const opened = await openEngine(wanted, {
      storage: callbacks.storage,
      jobs: createVendorJobs(database),
      studio,
      pollMs: pace.pollMs,
      signal,
      hookBase: canReachUs ? callbacks.hookBase : null,
    })
    if (opened.receiver) callbacks.receiveFor(opened.receiver)
    likeness = await tryPromises({
      opened,
      eye,
      storage: callbacks.storage,
      selfies,
      heard: callbacks.heard,
      findings,
      pace,
      signal,
      pictures: wanted.pictures,
      studioPictures: wanted['studio-pictures'],
    })
  } catch (error) {
    if (error instanceof UsageError) throw error
    const rethrow = (): never => {
      throw error
    }
    if (!signal.aborted) await findings.check('health', rethrow)
  } finally {
    await callbacks.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    engine: wanted.engine,
    address,
    selfies: selfies.length,
    likeness,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    findings: await findings.all(),
  }
}

function isOfThisMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
