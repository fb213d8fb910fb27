import type { Instrumentation } from 'next'
import { readSeller, readSiteServer } from '#lib/env.ts'

/** Next calls this once, when its server starts. It reads this literal to leave Node's modules out of the edge bundle. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { normalizeRequests } = await import('#lib/server/normalize-requests.ts')
  const { loadSecretFiles } = await import('#lib/server/secret-files.ts')
  loadSecretFiles()
  // What production refuses to be without, it misses at its start and not with the first visitor.
  readSeller()
  normalizeRequests(readSiteServer())
}

/** Next calls this for each error of its server. */
export const onRequestError: Instrumentation.onRequestError = async (...about) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { reportRequestError } = await import('#lib/server/error-reports.ts')
  await reportRequestError(...about)
}
