import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { CODE_CACHE, QUICK_START } from '#tests/support/backend-start.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { embeddedEnvironment, SHORT_LIVED } from './support/backend.ts'

/** Composes a backend in the given role, closes it, and prints which of the product's files were loaded. */
const SCRIPT = `
import { registerHooks } from 'node:module'
const root = new URL('file://' + process.cwd() + '/').href
const loaded = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith(root) && !url.includes('/node_modules/')) loaded.push(url.slice(root.length))
    return next(url, context)
  },
})
const { compose } = await import('#backend/compose.ts')
const { WORK_ROLES } = await import('#backend/jobs/catalogue.ts')
const { readConfig } = await import('#backend/config.ts')
const { createLog } = await import('#backend/http/log.ts')
const roles = { api: { answers: true, works: new Set() }, worker: { answers: false, works: new Set(WORK_ROLES) } }
const backend = await compose({ ...readConfig(process.env), roles: roles[process.argv[1]] }, createLog('silent'))
await backend.close()
process.stdout.write(JSON.stringify(loaded))
`

let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'roles-'))
  await prepareDataDir(dataDir)
})
after(() => rm(dataDir, { recursive: true, force: true }))

async function loadedAs(role: string): Promise<string[]> {
  const { PATH = '' } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [SHORT_LIVED, QUICK_START, '--input-type=module', '--eval', SCRIPT, role],
    {
      env: { NODE_ENV: 'test', PATH, ...CODE_CACHE, ...embeddedEnvironment(dataDir, '127.0.0.1:1') },
      maxBuffer: 2 ** 24,
    },
  )
  const loaded: unknown = JSON.parse(stdout)
  return Array.isArray(loaded) ? loaded.map(String) : []
}

const isStudio = (file: string) => /^(studio|backend\/providers\/studio)\//.test(file)
/** Needed before payment: the plan, its styles, and the possible cares. */
const isOutlook = (file: string) =>
  /^(backend\/providers\/studio\/outlook|studio\/(render\/(plan|cares|headshot-size)|scene\/[\w-]+))\.ts$/.test(
    file,
  )

test('a process with the role `api` loads no engine; a worker does', async () => {
  const api = await loadedAs('api')
  expect(api).toContain('backend/features/bundles/bundles-service.ts')
  expect(api.filter((file) => isStudio(file) && !isOutlook(file))).toEqual([])
  expect((await loadedAs('worker')).filter(isStudio)).toContain('studio/studio.ts')
})
