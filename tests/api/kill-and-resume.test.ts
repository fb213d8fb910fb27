import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import type { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { QUICK_START } from '#tests/support/backend-start.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { WITHOUT_CUT_OUT_NET } from '#tests/support/studio-work.ts'
import { embeddedEnvironment, eventually, multipart, SHORT_LIVED } from './support/backend.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { freePort } from './support/free-port.ts'
import { idToken, startIdentityEmulator } from './support/identity.ts'

const MINUTE_MS = 60_000
let identity: Awaited<ReturnType<typeof startIdentityEmulator>>
let dataDir: string
let child: ChildProcess | undefined
let baseUrl = ''

before(async () => {
  identity = await startIdentityEmulator()
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  await prepareDataDir(dataDir)
})
after(async () => {
  child?.kill('SIGKILL')
  await identity.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** @param held the stage that never ends, so that a kill falls into it */
async function start(held: 'training' | 'pictures' | '' = ''): Promise<void> {
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  const started = spawn(
    process.execPath,
    [SHORT_LIVED, QUICK_START, '--import=./tests/support/held/hooks.ts', 'backend/main.ts'],
    {
      env: {
        ...process.env,
        ...embeddedEnvironment(dataDir, identity.host),
        ...WITHOUT_CUT_OUT_NET,
        BACKEND_PORT: String(port),
        BACKEND_PUBLIC_URL: baseUrl,
        STUDIO_THREADS: '1',
        HELD: held,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  child = started
  await eventually(
    () =>
      fetch(`${baseUrl}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    (healthy) => healthy || started.exitCode !== null,
    10 * MINUTE_MS,
  )
  expect(started.exitCode).toBeNull()
}

async function kill(): Promise<void> {
  if (!child) throw new Error('nothing to kill')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function call<S extends z.ZodType>(
  schema: S,
  path: string,
  init: RequestInit = {},
): Promise<z.output<S>> {
  const headers = new Headers(init.headers)
  headers.set('authorization', idToken('owner'))
  const answer = await fetch(baseUrl + path, { ...init, headers })
  return schema.parse(await answer.json())
}

const statusOf = (personId: string) =>
  call(endpoints.getTrainingStatus.response, `/persons/training_status/?personid=${personId}`)

test('after kill -9 during checks, training and generation the work resumes, and is delivered once', async () => {
  await start()
  const selfies = await drawnSelfies('elia', SELFIE_MIN_ACCEPTED)
  const { payload, headers } = multipart(
    selfies.map((bytes, i) => ({ field: 'files', fileName: `${i}.jpg`, bytes })),
  )
  const { person } = await call(
    endpoints.createPersonAndUpload.response,
    `/persons/create_and_upload/?gender=male&name=Elia&consent_version=${CONSENT_VERSION}`,
    { method: 'POST', body: new Uint8Array(payload), headers },
  )

  // The first blow: some selfies are read, some not.
  const selfiesOf = () =>
    call(endpoints.getUploadImages.response, `/persons/get_all_upload_images/?personid=${person.id}`)
  const isChecked = ({ state }: { state: string }) => state === 'accepted' || state === 'rejected'
  await eventually(selfiesOf, (answer) => answer.selfies.some(isChecked), 10 * MINUTE_MS)
  await kill()
  await start('training')
  const checked = await eventually(selfiesOf, (answer) => answer.selfies.every(isChecked), 10 * MINUTE_MS)
  expect(checked.selfies.map((selfie) => selfie.state)).toEqual(selfies.map(() => 'accepted'))

  // The second: the training runs.
  const session = await call(endpoints.createCheckoutSession.response, '/stripe/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ personid: person.id, styleId: 'bw-editorial', currency: 'USD' }),
  })
  const bundleId = session.status === 'fulfilled' ? session.bundleId : ''
  const running = await eventually(
    () => statusOf(person.id),
    ({ training }) => training?.state !== 'queued',
    10 * MINUTE_MS,
  )
  expect(['starting', 'running']).toContain(running.training?.state)
  await kill()
  await start('pictures')

  // The third: some headshots are there, some not; those that are stay.
  const bundleOf = () =>
    call(endpoints.getBundle.response, `/persons/bundle/?personid=${person.id}&bundleid=${bundleId}`)
  const begun = await eventually(
    bundleOf,
    ({ generatedCount, state }) => generatedCount >= 2 || state === 'refunded',
    10 * MINUTE_MS,
  )
  expect(begun.state).toBe('generating')
  await kill()
  await start()
  const done = await eventually(
    bundleOf,
    ({ state }) => state === 'ready' || state === 'refunded',
    8 * MINUTE_MS,
  )
  expect(done.state).toBe('ready')
  const keys = done.headshots.map((headshot) => headshot.userImageKey)
  expect(keys).toEqual(expect.arrayContaining(begun.headshots.map((headshot) => headshot.userImageKey)))
  expect(new Set(keys).size).toBe(keys.length)
  expect(done.headshots.filter((headshot) => headshot.passed)).toHaveLength(done.generatedCount)

  // No headshot twice, no file left over.
  const final = await statusOf(person.id)
  expect(final).toMatchObject({
    personState: 'trained',
    training: { state: 'succeeded' },
    bundles: [{ id: bundleId }],
  })
  const files = await eventually(
    () => readdir(join(dataDir, 'storage', 'files', 'persons', person.id, 'bundles', bundleId)),
    ({ length }) => length === done.headshots.length * 2,
    MINUTE_MS,
  )
  expect(files).toHaveLength(done.headshots.length * 2)
  expect(await readdir(join(dataDir, 'storage', 'incoming'))).toEqual([])
})
