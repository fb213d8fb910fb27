import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import yauzl from 'yauzl'
import { ARCHIVE_KEPT_MS } from '#backend/features/finishing/finishing-jobs.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { HeadshotFormat } from '#contract/headshot-files.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(async () => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.passes = () => true
  world.behaviour.finish = () => Promise.resolve()
  // What the test before left behind.
  await work()
  world.behaviour.finished = []
})

type Delivered = Awaited<ReturnType<World['personWithHeadshots']>>

async function delivered() {
  const person = await world.personWithHeadshots()
  const keys = (await person.get()).headshots.map(({ userImageKey }) => userImageKey)
  return { ...person, keys, folder: `persons/${person.id}/finished/${person.bundleId}/` }
}

const ask = ({ uid }: Delivered, key = '', format: HeadshotFormat = 'linkedin-400') =>
  world.headshotFiles.request(uid, key, format)

async function work() {
  const files = [...(await world.takeJobs('export-headshot')), ...(await world.takeJobs('upscale-headshot'))]
  for (const { fileId } of files) await world.finishing.makeFile(fileId, signal)
  for (const { archiveId } of await world.takeJobs('make-archive'))
    await world.finishing.makeArchive(archiveId, signal)
}

/** Names and contents of a ZIP, read by another library than the one that wrote it. */
async function unzip(key: string): Promise<[string, string][]> {
  const zip = await yauzl.fromBufferPromise(Buffer.from((await world.storage.get(key)) ?? []))
  const entries: [string, string][] = []
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    entries.push([entry.fileName, createHash('sha256').update(Buffer.concat(chunks)).digest('hex')])
  }
  return entries
}

test('a format is made once, kept, and recorded by its hash; the original is the stored file itself', async () => {
  const person = await delivered()
  const [, second] = person.keys
  expect(await ask(person, second)).toMatchObject({ state: 'making', progress: 0, file: null })
  expect(await ask(person, second)).toMatchObject({ state: 'making' })
  await work()
  const made = await ask(person, second)
  expect(made).toMatchObject({
    state: 'ready',
    progress: 100,
    file: {
      fileName: 'anna-studio-grey-02-linkedin-400.jpg',
      mediaType: 'image/jpeg',
      widthPx: 8,
      heightPx: 10,
    },
  })
  expect(made.file?.url).toContain('anna-studio-grey-02-linkedin-400.jpg')
  expect(await world.headshotFiles.get(person.uid, second ?? '', 'linkedin-400')).toEqual(made)
  await work()
  expect(world.behaviour.finished).toEqual(['linkedin-400'])
  const sha256 = made.file?.sha256 ?? ''
  expect(await world.provenance.verify(sha256)).toMatchObject({ isOurs: true, kind: 'export' })
  const original = await ask(person, second, 'original')
  const { headshots } = await person.get()
  expect(original).toMatchObject({ state: 'ready', file: { sha256: headshots[1]?.sha256 } })
  await ask(person, second, 'print-sheet-a6')
  await work()
  const sheet = await ask(person, second, 'print-sheet-a6')
  expect(sheet.file).toMatchObject({
    mediaType: 'application/pdf',
    fileName: expect.stringMatching(/a6\.pdf$/),
  })
  await expect(world.headshotFiles.get(person.uid, second ?? '', 'cv-france')).rejects.toThrow(
    'file_not_found',
  )
  await expect(world.headshotFiles.request('another-user', second ?? '', 'cv-france')).rejects.toThrow(
    'headshot_not_found',
  )
})

test('a user enlarges one picture at a time, and a repeated request for it starts no second', async () => {
  const person = await delivered()
  const [first, second] = person.keys
  const both = await Promise.allSettled([ask(person, first, 'upscale-2x'), ask(person, second, 'upscale-2x')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const winner = both[0].status === 'fulfilled' ? first : second
  const loser = winner === first ? second : first
  expect(await ask(person, winner, 'upscale-2x')).toMatchObject({ state: 'making' })
  await expect(ask(person, loser, 'upscale-4x')).rejects.toThrow('upscale_busy')
  let seen: number | undefined
  world.behaviour.finish = async () => {
    // The studio's work does not hold the only connection: the gallery answers.
    expect((await person.get()).headshots).toHaveLength(person.keys.length)
    // Asked after the running write: one connection, in order.
    seen = (await world.headshotFiles.get(person.uid, winner ?? '', 'upscale-2x')).progress
  }
  await work()
  expect(seen).toBe(50)
  const made = await ask(person, winner, 'upscale-2x')
  expect(made).toMatchObject({ state: 'ready', progress: 100 })
  expect(await world.provenance.verify(made.file?.sha256 ?? '')).toMatchObject({ kind: 'upscale' })
  expect(await ask(person, loser, 'upscale-4x')).toMatchObject({ state: 'making' })
})

test('a permanent failure is reported, and tried again on the next request', async () => {
  const person = await delivered()
  const [first = ''] = person.keys
  await ask(person, first, 'upscale-4x')
  const [job] = await world.takeJobs('upscale-headshot')
  world.behaviour.finish = () => Promise.reject(new Error('the studio broke'))
  await expect(world.finishing.makeFile(job?.fileId ?? '', signal)).rejects.toThrow('the studio broke')
  await world.finishing.giveUpFile(job?.fileId ?? '')
  const state = async () => (await world.headshotFiles.get(person.uid, first, 'upscale-4x')).state
  expect(await state()).toBe('failed')
  world.behaviour.finish = () => Promise.resolve()
  expect(await ask(person, first, 'upscale-4x')).toMatchObject({ state: 'making', progress: 0 })
  await work()
  expect(await state()).toBe('ready')
})

test('the scheduler finds a lost job; a hopeless one is ended', async () => {
  const person = await delivered()
  const [first = ''] = person.keys
  await ask(person, first, 'cv-france')
  await world.takeJobs('export-headshot')
  await world.finishing.reconcile(roundIn(0.5))
  expect(await world.takeJobs('export-headshot')).toHaveLength(1)
  await world.finishing.reconcile(roundIn(2))
  expect(await world.headshotFiles.get(person.uid, first, 'cv-france')).toMatchObject({ state: 'failed' })
})

test("a headshot's crops are measured on the first request, and only for its owner", async () => {
  const person = await delivered()
  const [first = ''] = person.keys
  const look = () => world.headshotFiles.framing(person.uid, first)
  expect(await look()).toEqual({ userImageKey: first, isMeasured: false, cuts: [], before: null })
  await look()
  expect(await world.takeJobs('frame-headshot')).toEqual([{ userImageKey: first }])
  await world.finishing.frame(first, signal)
  expect(await look()).toMatchObject({ isMeasured: true, cuts: [{ preset: 'original' }] })
  expect(await world.takeJobs('frame-headshot')).toEqual([])
  await expect(world.headshotFiles.framing('another-user', first)).rejects.toMatchObject({
    code: 'headshot_not_found',
  })
})

test('requested files stay listed, the original first', async () => {
  const person = await delivered()
  const [first = ''] = person.keys
  await ask(person, first, 'upscale-2x')
  await ask(person, first, 'xing-1024')
  await work()
  await ask(person, first, 'linkedin-400')
  const listed = await world.headshotFiles.list(person.uid, first)
  expect(listed.map(({ format, state }) => [format, state])).toEqual([
    ['original', 'ready'],
    ['linkedin-400', 'making'],
    ['xing-1024', 'ready'],
    ['upscale-2x', 'ready'],
  ])
  await world.headshotFiles.requestArchive(person.uid, person.bundleId, 'original')
  await work()
  expect(await world.headshotFiles.listArchives(person.uid, person.bundleId)).toMatchObject([
    { preset: 'original', state: 'ready' },
  ])
  await expect(world.headshotFiles.listArchives('another-user', person.bundleId)).rejects.toMatchObject({
    code: 'bundle_not_found',
  })
})

test('a file made twice at once, or for a headshot deleted meanwhile, leaves no second file', async () => {
  const person = await delivered()
  const [first = '', second = ''] = person.keys
  await ask(person, first, 'xing-1024')
  const [job] = await world.takeJobs('export-headshot')
  const fileId = job?.fileId ?? ''
  await Promise.all([world.finishing.makeFile(fileId, signal), world.finishing.makeFile(fileId, signal)])
  expect(await world.filesUnder(person.folder)).toHaveLength(1)
  await ask(person, second, 'xing-1024')
  world.behaviour.finish = async () => {
    world.behaviour.finish = () => Promise.resolve()
    const { id } = await world.rerollRequests.reroll(person.uid, second, undefined)
    await world.rerolls.make(id, signal)
  }
  await work()
  expect(await world.filesUnder(person.folder)).toHaveLength(1)
  const { id } = await world.rerollRequests.reroll(person.uid, first, undefined)
  await world.rerolls.make(id, signal)
  expect(await world.filesUnder(person.folder)).toEqual([])
})

test('a ZIP holds the headshots that passed, in gallery order, and is kept while they stay the same', async () => {
  const person = await delivered()
  const [first = ''] = person.keys
  const zip = (preset: 'original' | 'linkedin-400') =>
    world.headshotFiles.requestArchive(person.uid, person.bundleId, preset)
  expect(await zip('linkedin-400')).toMatchObject({
    state: 'making',
    madeCount: 0,
    totalCount: 12,
    file: null,
  })
  await work()
  const made = await zip('linkedin-400')
  expect(made).toMatchObject({
    state: 'ready',
    madeCount: 12,
    file: { fileName: 'anna-studio-grey-linkedin-400.zip' },
  })
  const { archives } = tables
  const rowOf = async () =>
    (await world.database.queries.select().from(archives).where(eq(archives.bundleId, person.bundleId)))[0]
  const entries = await unzip((await rowOf())?.fileKey ?? '')
  expect(entries.map(([name]) => name)).toEqual(
    Array.from(
      { length: 12 },
      (_, n) => `anna-studio-grey-${String(n + 1).padStart(2, '0')}-linkedin-400.jpg`,
    ),
  )
  for (const [, sha256] of entries)
    expect(await world.provenance.verify(sha256)).toMatchObject({ isOurs: true })
  await work()
  expect(world.behaviour.finished).toHaveLength(12)
  // Another favourite is another order.
  await world.bundles.favour(person.uid, person.keys[5] ?? '', true)
  expect(await zip('linkedin-400')).toMatchObject({ state: 'making', file: null })
  await work()
  expect(await zip('linkedin-400')).toMatchObject({ state: 'ready' })
  expect(world.behaviour.finished).toHaveLength(12)
  expect((await world.filesUnder(person.folder)).filter((key) => key.endsWith('.zip'))).toHaveLength(1)
  // A headshot that goes takes the ZIP along.
  const { id } = await world.rerollRequests.reroll(person.uid, first, undefined)
  await world.rerolls.make(id, signal)
  await expect(world.headshotFiles.getArchive(person.uid, person.bundleId, 'linkedin-400')).rejects.toThrow(
    'file_not_found',
  )
  expect((await world.filesUnder(person.folder)).filter((key) => key.endsWith('.zip'))).toEqual([])
  await zip('original')
  await work()
  const [entry] = await unzip((await rowOf())?.fileKey ?? '')
  const { headshots } = await person.get()
  expect(entry).toEqual(['anna-studio-grey-01.jpg', headshots[0]?.sha256])
  await world.finishing.reconcile(roundIn(ARCHIVE_KEPT_MS / 3_600_000 + 1))
  expect(await rowOf()).toBeUndefined()
  expect((await world.filesUnder(person.folder)).filter((key) => key.endsWith('.zip'))).toEqual([])
})

test('an interrupted ZIP resumes with the files already made', async () => {
  const person = await delivered()
  await world.headshotFiles.requestArchive(person.uid, person.bundleId, 'round-avatar')
  const [job] = await world.takeJobs('make-archive')
  const archiveId = job?.archiveId ?? ''
  const stopping = new AbortController()
  world.behaviour.finish = () => {
    if (world.behaviour.finished.length === 5) stopping.abort(new Error('stopping'))
    return Promise.resolve()
  }
  await expect(world.finishing.makeArchive(archiveId, stopping.signal)).rejects.toThrow('stopping')
  const get = () => world.headshotFiles.getArchive(person.uid, person.bundleId, 'round-avatar')
  expect(await get()).toMatchObject({ state: 'making', madeCount: 5 })
  await world.finishing.makeArchive(archiveId, signal)
  expect(await get()).toMatchObject({ state: 'ready', madeCount: 12 })
  expect(world.behaviour.finished).toHaveLength(12)
})

test("a refunded bundle's derived files are deleted", async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  await world.trainings.run((await person.look()).trainingId, signal)
  await expect(world.headshotFiles.requestArchive(person.uid, bundleId, 'original')).rejects.toThrow(
    'bundle_not_ready',
  )
  let asked = ''
  world.behaviour.render = async (shot) => {
    if (shot !== 3) return
    const { headshots } = await world.bundles.get(person.uid, person.id, bundleId)
    asked = headshots[0]?.userImageKey ?? ''
    await world.headshotFiles.request(person.uid, asked, 'linkedin-400')
    await work()
    await world.bundles.giveUp(bundleId)
  }
  await world.bundles.generate(bundleId, signal)
  world.behaviour.render = () => Promise.resolve()
  expect(world.behaviour.finished).toEqual(['linkedin-400'])
  expect(await world.filesUnder(`persons/${person.id}/finished/`)).toEqual([])
  await expect(ask({ ...person, bundleId } as Delivered, asked)).rejects.toThrow('headshot_not_found')
})
