import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from './start/build-site.ts'
import { createSupervisor } from './start/supervisor.ts'

/** Builds the site as `npm start` and the browser tests need it, unless a build exists; Next's types come with it. */
const logDir = mkdtempSync(join(tmpdir(), 'site-'))
const supervisor = createSupervisor({ logDir, writeLine: () => undefined, onParts: () => undefined })
try {
  await buildSite(supervisor, process.env.SITE_URL ?? 'http://localhost:3000')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await supervisor.stop()
  rmSync(logDir, { recursive: true, force: true })
}
