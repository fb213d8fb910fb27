import { expect } from 'expect'
import { Reader } from '@contentauth/c2pa-node'
import sharp from 'sharp'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import yauzl from 'yauzl'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { GeneratedFileKind } from '#contract/verification.ts'
import { DIGITAL_SOURCE_TYPE, readMark } from '#studio/export/encode.ts'
import { errorOf, eventually, signedIn, startBackend } from './support/backend.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
before(async () => {
  backend = await startBackend()
})
after(() => backend.close())

/** Longer than any wait here: a busy machine makes all of them long. */
const WAIT_MS = 600_000

test('from selfies to headshots, bought once, downloadable and marked', async () => {
  const owner = signedIn(backend.app, 'owner')
  const stranger = signedIn(backend.app, 'stranger')
  const mine = await drawnSelfies('mara', 5)
  const [other] = await drawnSelfies('tobias', 1)
  if (!mine[0] || !other) throw new Error('nothing was drawn')

  // A person with four portraits, one of them with GPS data, a copy and a text file.
  const located = new Uint8Array(
    await sharp(mine[0])
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' },
      })
      .jpeg()
      .toBuffer(),
  )
  const created = await owner.upload(
    `/persons/create_and_upload/?gender=female&name=J%C3%B6rg&consent_version=${CONSENT_VERSION}`,
    [
      { field: 'files', fileName: 'located.jpg', bytes: located },
      ...mine.slice(1, 4).map((bytes, i) => ({ field: 'files', fileName: `selfie-${i}.jpg`, bytes })),
      {
        field: 'files',
        fileName: 'notes.jpg',
        bytes: Buffer.from('just some text that calls itself a picture'),
      },
    ],
  )
  expect(created.statusCode).toBe(200)
  const { person, refusedFiles, selfies } = endpoints.createPersonAndUpload.response.parse(created.json())
  expect(refusedFiles).toEqual([{ fileName: 'notes.jpg', code: 'file_unsupported' }])
  expect(selfies.map((s) => s.fileName)).toEqual([
    'located.jpg',
    'selfie-0.jpg',
    'selfie-1.jpg',
    'selfie-2.jpg',
  ])
  expect(person.state).toBe('uploading')
  const query = `personid=${person.id}`

  // Buying is refused now; then the checks end, with a stranger among the selfies.
  const added = await owner.upload(`/persons/upload_images/?${query}`, [
    { field: 'file', fileName: 'friend.jpg', bytes: other },
  ])
  expect(added.statusCode).toBe(200)
  const order = { personid: person.id, styleId: 'studio-grey', currency: 'EUR' }
  const checked = await eventually(
    async () =>
      endpoints.getUploadImages.response.parse(
        (await owner.get(`/persons/get_all_upload_images/?${query}`)).json(),
      ),
    (answer) => answer.selfies.every((s) => s.state === 'accepted' || s.state === 'rejected'),
    WAIT_MS,
  )
  expect(checked.selfies.map((s) => [s.fileName, s.state, ...s.reasons])).toEqual([
    ['located.jpg', 'accepted'],
    ['selfie-0.jpg', 'accepted'],
    ['selfie-1.jpg', 'accepted'],
    ['selfie-2.jpg', 'accepted'],
    ['friend.jpg', 'rejected', 'other_person'],
  ])

  // A preview was made unasked, marked and at an address of its own.
  const { preview } = await eventually(
    async () => endpoints.getPerson.response.parse((await owner.get(`/persons/get_one/?${query}`)).json()),
    (answer) => answer.preview?.state !== 'making',
    WAIT_MS,
  )
  expect(preview).toMatchObject({
    state: 'ready',
    styleId: 'studio-grey',
    image: { width: 512, height: 640 },
  })
  expect(checked.selfies.filter(({ state }) => state === 'accepted').map(({ id }) => id)).toContain(
    preview?.image?.selfieId,
  )
  const previewFile = await fetchSigned(preview?.image?.url)
  expect(await sharp(previewFile.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 512,
    height: 640,
  })
  expect(await readMark(previewFile.rawPayload)).toMatchObject({ digitalSourceType: DIGITAL_SOURCE_TYPE })

  // The originals are deleted, and no camera or place data is left in storage.
  const stored = await eventually(
    () => filesUnder(join(backend.dataDir, 'storage')),
    (paths) => !paths.some((path) => path.includes('original')),
    WAIT_MS,
  )
  for (const file of stored) {
    const bytes = await readFile(file)
    expect([file, bytes.includes('SecretCamera'), bytes.includes('Exif')]).toEqual([file, false, false])
  }
  const thumbnail = await fetchSigned(checked.selfies[0]?.thumbnailUrl)
  expect((await sharp(thumbnail.rawPayload).metadata()).format).toBe('webp')

  // Bought by five impatient clicks: one bundle, one payment, one training.
  const orders = await Promise.all(
    Array.from({ length: 5 }, () => owner.post('/stripe/create-checkout-session/', order)),
  )
  const bought = orders.map((answer) => endpoints.createCheckoutSession.response.parse(answer.json()))
  const bundleId = bought[0]?.status === 'fulfilled' ? bought[0].bundleId : ''
  expect(bought).toEqual(Array(5).fill(expect.objectContaining({ status: 'fulfilled', bundleId })))
  expect(bought.filter((answer) => answer.status === 'fulfilled' && !answer.isRepeat)).toHaveLength(1)
  expect(errorOf(await stranger.post('/stripe/create-checkout-session', order)).code).toBe('person_not_found')
  expect(
    errorOf(
      await owner.upload(`/persons/upload_images?${query}`, [
        { field: 'file', fileName: 'late.jpg', bytes: mine[4] ?? other },
      ]),
    ).code,
  ).toBe('person_busy')

  // Progress never goes back, and ends with a trained person and a full bundle.
  const seen: { progress: number; generated: number }[] = []
  const status = await eventually(
    async () => {
      const answer = endpoints.getTrainingStatus.response.parse(
        (await owner.get(`/persons/training/status?${query}`)).json(),
      )
      seen.push({
        progress: answer.training?.progress ?? 0,
        generated: answer.bundles[0]?.generatedCount ?? 0,
      })
      return answer
    },
    (answer) => answer.bundles[0]?.state === 'ready' || answer.personState === 'failed',
    WAIT_MS,
  )
  expect(status).toMatchObject({
    personState: 'trained',
    training: { state: 'succeeded', progress: 100, remainingSeconds: null },
  })
  expect(seen).toEqual([...seen].sort((a, b) => a.progress - b.progress || a.generated - b.generated))

  const answer = await owner.get(`/persons/bundle/?${query}&bundleid=${bundleId}`)
  const bundle = endpoints.getBundle.response.parse(answer.json())
  const passed = bundle.headshots.filter((headshot) => headshot.passed)
  expect(passed).toHaveLength(bundle.generatedCount)
  expect(bundle.headshots.map((h) => h.likeness)).not.toContain(0)
  expect(new Set(bundle.headshots.map((h) => h.userImageKey)).size).toBe(bundle.headshots.length)
  expect(errorOf(await stranger.get(`/persons/bundle/?${query}&bundleid=${bundleId}`)).code).toBe(
    'person_not_found',
  )

  const best = bundle.headshots[0]
  const file = await fetchSigned(best?.downloadUrl)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="joerg-studio-grey-01.jpg"',
  })
  expect(file.rawPayload.byteLength).toBe(best?.sizeBytes)
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(best?.sha256)
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: best?.width,
    height: best?.height,
  })

  // Every download is marked and signed, and its hash is on record.
  await expectProof(file.rawPayload, 'headshot')
  await expectProof(previewFile.rawPayload, 'preview')
  const userImageKey = best?.userImageKey ?? ''
  const made = async (format: string) => {
    await owner.post('/persons/bundle/make_headshot_file', { userImageKey, format })
    const { state, file: finished } = await eventually(
      async () => {
        const { body } = await owner.get(
          `/persons/bundle/headshot_file?userImageKey=${userImageKey}&format=${format}`,
        )
        return endpoints.getHeadshotFile.response.parse(JSON.parse(body))
      },
      (answer) => answer.state !== 'making',
      WAIT_MS,
    )
    expect(state).toBe('ready')
    return (await fetchSigned(finished?.url)).rawPayload
  }
  await expectProof(await made('linkedin-400'), 'export')
  await expectProof(await made('upscale-2x'), 'upscale')
  const { sharableKey } = endpoints.makeImageShareable.response.parse(
    (await owner.post('/image_share/make_image_shareable', { userImageKey })).json(),
  )
  const shared = endpoints.getSharedImage.response.parse(
    (await owner.get(`/image_share/get_shareable_key?sharable_key=${sharableKey}`)).json(),
  )
  await expectProof((await fetchSigned(shared.imageUrl)).rawPayload, 'headshot')
  const wish = { bundleid: bundleId, preset: 'linkedin-400' }
  await owner.post('/persons/bundle/make_archive', wish)
  const archive = await eventually(
    async () => {
      const { body } = await owner.get(`/persons/bundle/archive?${new URLSearchParams(wish).toString()}`)
      return endpoints.getBundleArchive.response.parse(JSON.parse(body))
    },
    (answer) => answer.state !== 'making',
    WAIT_MS,
  )
  const entries = await unzip((await fetchSigned(archive.file?.url)).rawPayload)
  expect(entries).toHaveLength(bundle.generatedCount)
  for (const entry of entries) await expectProof(entry, 'export')

  // The owner's rating is kept, the last one counting; other users cannot rate.
  const rate = (rater: typeof owner, rating: string) =>
    rater.put('/persons/bundle/rate_headshot', { userImageKey: best?.userImageKey, rating })
  for (const rating of ['liked', 'loved', 'loved']) {
    expect((await rate(owner, rating)).json()).toEqual({ userImageKey: best?.userImageKey, rating })
  }
  expect(errorOf(await rate(stranger, 'none')).code).toBe('headshot_not_found')
  expect(errorOf(await rate(owner, 'adored'))).toMatchObject({ code: 'body_invalid', parameter: 'rating' })
  const again = await owner.get(`/persons/bundle/?${query}&bundleid=${bundleId}`)
  const ratings = endpoints.getBundle.response.parse(again.json()).headshots.map((h) => h.rating)
  expect(ratings.toSorted()).toEqual(['loved', ...bundle.headshots.slice(1).map(() => 'none')])

  // The list shows the bundle, and the next style costs its tier.
  const { persons } = endpoints.getPersons.response.parse((await owner.get('/persons/get_all/')).json())
  expect(persons).toMatchObject([
    {
      id: person.id,
      state: 'trained',
      acceptedSelfieCount: 4,
      bundles: [{ id: bundleId, state: 'ready' }],
    },
  ])
  const { offers } = endpoints.getPossibleBundles.response.parse(
    (await owner.get(`/persons/bundles/all_possible/?${query}&currency=EUR`)).json(),
  )
  expect(
    offers.map((offer) => [
      offer.styleId,
      offer.bundleId !== null,
      offer.includesTraining,
      offer.price.regularAmountMinor,
    ]),
  ).toEqual([
    ['studio-grey', true, false, 99],
    ['studio-white', false, false, 99],
    ['executive-navy', false, false, 199],
    ['warm-canvas', false, false, 199],
    ['bw-editorial', false, false, 199],
    ['startup-color', false, false, 199],
    ['office-daylight', false, false, 299],
    ['library', false, false, 299],
    ['loft-brick', false, false, 299],
    ['city-dusk', false, false, 399],
    ['garden-bokeh', false, false, 299],
    ['swiss-alps', false, false, 399],
  ])
})

/** Checks by independent readers that manifest and mark are valid, and that the hash is on record. */
async function expectProof(bytes: Buffer, kind: GeneratedFileKind) {
  expect(await readMark(bytes)).toMatchObject({ digitalSourceType: DIGITAL_SOURCE_TYPE })
  const reader = await Reader.fromAsset({ buffer: bytes, mimeType: 'image/jpeg' })
  const store = Manifests.parse(reader?.json())
  expect(JSON.stringify(reader?.getActive())).toContain(DIGITAL_SOURCE_TYPE)
  // A self-made certificate is on no trust list; that must be the only fault.
  expect(store.validation_status.map(({ code }) => code)).toEqual(['signingCredential.untrusted'])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const answer = await backend.app.inject({ url: `/verify?sha256=${sha256}` })
  expect(answer.json()).toMatchObject({ isOurs: true, kind })
}

const Manifests = z.object({ validation_status: z.array(z.looseObject({ code: z.string() })).default([]) })

/** The contents of a ZIP, read by another library than the one that wrote it. */
async function unzip(bytes: Buffer): Promise<Buffer[]> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const entries: Buffer[] = []
  for await (const entry of zip.eachEntry())
    entries.push(await buffer(await zip.openReadStreamPromise(entry)))
  return entries
}

async function fetchSigned(address: string | null | undefined) {
  const { pathname, search } = new URL(address ?? '')
  const answer = await backend.app.inject({ method: 'GET', url: pathname + search })
  expect(answer.statusCode).toBe(200)
  return answer
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
