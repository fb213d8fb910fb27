import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import type { GateReason } from '#contract/bundles.ts'
import { finishEngineJob } from '#backend/features/engine-job.ts'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { ModelRef, RenderedPicture } from '#backend/providers/engine/engine-port.ts'
import type { PersonInPicture } from '#backend/providers/eye/eye-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import type { JobFaultKind } from '#emulators/engine-core/faults.ts'
import { createPainter } from '#emulators/engine-core/painter.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { testEach } from '#tests/support/each.ts'
import { openDatabase, type OpenDatabase } from './support/databases.ts'
import { openFal, type OpenVendorEngine } from './support/vendor-engines.ts'

const signal = new AbortController().signal
const MAX_BYTES = 64 * 1024 * 1024

describe('the gate on pictures of an engine that generates', () => {
  const { studio } = openStudio({ threads: 1, cutOutNet: null })
  const eye = createStudioEye(studio)
  const painter = createPainter(studio)
  let folder: string
  let database: OpenDatabase
  let vendor: OpenVendorEngine
  let model: ModelRef
  let person: Omit<PersonInPicture, 'isGenerated'>
  let count = 0

  const rendered = async (): Promise<RenderedPicture> => {
    const { engine } = vendor
    const [shot] = await engine.plan(model, 'studio-grey', 1, { preferred: [], leftOut: [] }, { signal })
    const id = `picture/${(count += 1)}`
    const order = { id, model, styleId: 'studio-grey' as const, shot, cares: {}, look: {} }
    return finishEngineJob(engine, {
      id,
      storedId: null,
      signal,
      submit: () => engine.submitRender(order, { signal }),
      poll: (jobId) => engine.pollRender(jobId, { signal }),
      store: () => Promise.resolve(),
    })
  }
  const reasonsAgainst = async ({ image, isGenerated }: RenderedPicture): Promise<GateReason[]> =>
    (await eye.judgeHeadshot(image, { ...person, isGenerated }, { signal })).reasons

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engine-gate-'))
    const storage = await createFileStorage({
      folder,
      secrets: ['s'],
      publicUrl: 'http://files.example',
      isSoleWriter: true,
    })
    database = await openDatabase()
    const jobs = createVendorJobs(database.database)
    vendor = await openFal({ jobs, storage, painter, now: () => new Date() })
    const selfies = []
    for (const [index, bytes] of (await drawnSelfies('noor', 3)).entries()) {
      const { reading, image } = await eye.readSelfie(bytes, { signal })
      const imageKey = `selfies/${index}`
      await storage.put(imageKey, image ?? bytes, MAX_BYTES)
      selfies.push({ id: String(index), imageKey, reading })
    }
    person = { readings: selfies.map(({ reading }) => reading), styleId: 'studio-grey' }
    const { engine } = vendor
    const order = {
      id: 'training',
      selfies,
      modelFolder: 'models',
      preparedFolder: 'prepared',
      needs: null,
      agreedTo: ['fal'],
    }
    model = await finishEngineJob(engine, {
      id: order.id,
      storedId: null,
      signal,
      submit: () => engine.submitTraining(order, { signal }),
      poll: (jobId) => engine.pollTraining(jobId, { signal }),
      store: () => Promise.resolve(),
    })
  })
  after(async () => {
    await vendor.close()
    await Promise.all([painter.close(), database.close()])
    await rm(folder, { recursive: true, force: true })
  })

  test('an honest picture passes, and says who made it', async () => {
    const picture = await rendered()
    expect(picture).toMatchObject({ engine: 'fal', isGenerated: true, verdict: null })
    expect(await reasonsAgainst(picture)).toEqual([])
  })

  testEach<[JobFaultKind, GateReason]>([
    ['copied', 'copied'],
    ['squeezed', 'squeezed'],
    ['stranger', 'unlike'],
    ['two_people', 'several_faces'],
    ['lightened', 'skin_lightness'],
    ['text', 'text_shown'],
  ])('one that is %s is refused as %s', async (fault, reason) => {
    await vendor.command('jobs', { fault, kind: 'picture' })
    const reasons = await reasonsAgainst(await rendered())
    expect(reasons).toContain(reason)
    // What would be untrue of the others.
    for (const one of ['copied', 'unlike', 'several_faces', 'text_shown'] as const)
      expect(reasons.includes(one)).toBe(reason === one)
  })

  test('a selfie that is finished, not generated, is none too many', async () => {
    await vendor.command('jobs', { fault: 'copied', kind: 'picture' })
    const picture = await rendered()
    expect(await reasonsAgainst({ ...picture, isGenerated: false })).not.toContain('copied')
  })
})
