import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { StudioStyleId } from '#contract/styles.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { NoFaceError } from '#backend/providers/eye/eye-port.ts'
import {
  FILE_BYTES,
  jpegFile,
  createTestBackend,
  roundIn,
  signal,
  type World,
} from '../support/test-backend.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

/** A person with this many selfies; `addOne` adds another of the given quality, which judges all again. */
async function arrivals(count: number) {
  const person = await world.personWithSelfies(count)
  const { queries } = world.database
  const addOne = async (quality = 1) => {
    const content = jpegFile()
    world.behaviour.quality.set(Buffer.from(content).toString('hex'), quality)
    return world.addSelfie(person.uid, person.id, content)
  }
  const row = async () => {
    const [found] = await queries
      .select()
      .from(tables.previews)
      .where(eq(tables.previews.personId, person.id))
    return found
  }
  const shown = async () => (await person.look()).person.preview
  const make = async () => world.previews.make(person.id, (await row())?.selfieId ?? '', signal)
  /** The preview that is kept of a selfie: one at most. */
  const fileOf = async (selfieId: string) => {
    const [key, ...others] = await world.filesUnder(`persons/${person.id}/previews/${selfieId}-`)
    expect(others).toEqual([])
    return key === undefined ? undefined : world.storage.get(key)
  }
  return { ...person, addOne, row, shown, make, fileOf }
}

test('is made from the first selfie, kept while others are no better, and made again from a clearly better one', async () => {
  const { added, addOne, shown, make, fileOf, row } = await arrivals(1)
  const [first = ''] = added
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first, width: 4, height: 5 } })
  expect((await row())?.sha256).toBe(
    createHash('sha256')
      .update((await fileOf(first)) ?? '')
      .digest('hex'),
  )
  await addOne(1.1)
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first } })
  const better = await addOne(2)
  expect(await shown()).toMatchObject({ state: 'making', image: { selfieId: first } })
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
  expect([await fileOf(first), (await fileOf(better))?.byteLength]).toEqual([undefined, FILE_BYTES])
})

test("shows no selfie that turns out to be a stranger's", async () => {
  const { added, addOne, shown, make, fileOf, readingOf } = await arrivals(1)
  await make()
  world.behaviour.reasons.set(await readingOf(added[0]), ['other_person'])
  const next = await addOne()
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  expect(await fileOf(added[0] ?? '')).toBeUndefined()
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
})

test('an outdated run leaves no file, and a repeated run changes nothing', async () => {
  const { id, added, addOne, shown, make, fileOf } = await arrivals(1)
  const [first = ''] = added
  let better = ''
  world.behaviour.preview = async () => {
    world.behaviour.preview = () => Promise.resolve()
    better = await addOne(2)
  }
  await world.previews.make(id, first, signal)
  expect(await shown()).toMatchObject({ state: 'making', image: null })
  expect(await fileOf(first)).toBeUndefined()
  await make()
  await world.previews.make(id, better, signal)
  await world.previews.giveUp(id, better)
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
  expect((await fileOf(better))?.byteLength).toBe(FILE_BYTES)
})

test('a failed preview is reported, and the next selfie starts another try', async () => {
  const { addOne, shown, make } = await arrivals(1)
  world.behaviour.preview = () => Promise.reject(new NoFaceError('no face'))
  await make()
  expect(await shown()).toMatchObject({ state: 'failed', image: null })
  world.behaviour.preview = () => Promise.resolve()
  const next = await addOne(0.1)
  await make()
  expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
})

test('the scheduler ends a preview that was never made', async () => {
  const { shown } = await arrivals(1)
  await world.previews.reconcile(roundIn(1 / 6))
  expect(await shown()).toMatchObject({ state: 'making' })
  await world.previews.reconcile(roundIn(1))
  expect(await shown()).toMatchObject({ state: 'failed' })
})

describe('an early preview', () => {
  /** A person whose next selfie gets an early preview; `meanwhile` is done when that is there, before the verdict. */
  async function uploading(meanwhile: () => Promise<void> = () => Promise.resolve()) {
    const person = await arrivals(0)
    const seen: Awaited<ReturnType<typeof person.shown>>[] = []
    world.behaviour.read = async (tellSound) => {
      world.behaviour.read = () => Promise.resolve()
      await tellSound()
      seen.push(await person.shown())
      await meanwhile()
    }
    const files = () => world.filesUnder(`persons/${person.id}/previews/`)
    return { ...person, seen, files }
  }

  test('is shown while its selfie is still being checked, and is replaced by the better one', async () => {
    const { id, addOne, seen, shown, make, fileOf } = await uploading()
    const selfieId = await addOne()
    expect(seen).toMatchObject([{ state: 'making', image: { selfieId, width: 4, height: 5 } }])
    expect(await shown()).toMatchObject({ state: 'making', image: { selfieId } })
    expect((await fileOf(selfieId))?.byteLength).toBeGreaterThan(FILE_BYTES)
    expect(await world.takeJobs('make-preview')).toContainEqual({ personId: id, selfieId })
    await make()
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId } })
    expect((await fileOf(selfieId))?.byteLength).toBe(FILE_BYTES)
  })

  test('is deleted when its selfie is refused, and the next selfie gets its own', async () => {
    const { uid, id, addOne, seen, shown, files } = await uploading()
    const refused = jpegFile()
    world.behaviour.reasons.set(Buffer.from(refused).toString('hex'), ['hair_cut'])
    await world.addSelfie(uid, id, refused)
    expect(seen).toMatchObject([{ image: { width: 4 } }])
    expect(await shown()).toBeNull()
    expect(await files()).toEqual([])
    const early: unknown[] = []
    world.behaviour.read = async (tellSound) => {
      await tellSound()
      early.push((await shown())?.image?.selfieId)
    }
    const next = await addOne()
    // There is a preview by now: a third is not drawn early.
    await addOne()
    expect(early).toEqual([next, next])
    world.behaviour.read = () => Promise.resolve()
  })

  test('is deleted with a selfie whose check is given up', async () => {
    const { uid, id, seen, shown, files } = await uploading(() => Promise.reject(new Error('no machine')))
    await expect(world.addSelfie(uid, id)).rejects.toThrow('no machine')
    const selfieId = seen[0]?.image?.selfieId ?? ''
    expect(await shown()).toMatchObject({ state: 'making', image: { selfieId } })
    await world.selfies.giveUpCheck(selfieId)
    expect(await shown()).toBeNull()
    expect(await files()).toEqual([])
  })

  test("stays while its selfie is in check, beside changes of others, until a good selfie's preview is there", async () => {
    const checked: unknown[] = []
    const { uid, id, addOne, shown, make, files } = await uploading(async () => {
      const refused = jpegFile()
      world.behaviour.reasons.set(Buffer.from(refused).toString('hex'), ['blurred'])
      await world.addSelfie(uid, id, refused)
      checked.push(await shown())
      const good = await addOne()
      checked.push(await shown())
      await make()
      checked.push((await shown())?.image?.selfieId === good)
    })
    const selfieId = await addOne()
    expect(checked).toMatchObject([
      { state: 'making', image: { selfieId } },
      { state: 'making', image: { selfieId } },
      true,
    ])
    expect(await shown()).toMatchObject({ state: 'ready' })
    expect(await files()).toHaveLength(1)
  })
})

describe('samples of the styles', () => {
  const { styleSamples } = tables

  async function shopOf(count: number) {
    const person = await arrivals(count)
    const shown = async () => {
      const { offers, areSamplesComing } = await world.offers.to(person.uid, person.id, 'EUR')
      const urls = offers.flatMap(({ sampleUrl }) =>
        sampleUrl === null ? [] : [new URL(sampleUrl).pathname],
      )
      return { urls, areSamplesComing }
    }
    const makeSamples = async () =>
      world.previews.makeSamples(person.id, (await person.row())?.shownSelfieId ?? '', signal)
    const files = () => world.filesUnder(`persons/${person.id}/samples/`)
    return { ...person, shown, makeSamples, files }
  }

  test('one of each is made once the preview is there; deleted with its selfie, made again from the next', async () => {
    const { uid, id, added, make, makeSamples, shown, files, addOne } = await shopOf(4)
    const [first = ''] = added
    await world.previews.makeSamples(id, first, signal)
    expect(await shown()).toEqual({ urls: [], areSamplesComing: true })
    await make()
    await makeSamples()
    const { urls, areSamplesComing } = await shown()
    expect([new Set(urls).size, areSamplesComing]).toEqual([StudioStyleId.options.length, false])
    expect(await files()).toHaveLength(StudioStyleId.options.length)
    const rows = await world.database.queries.select().from(styleSamples).where(eq(styleSamples.personId, id))
    for (const { imageKey, sha256, styleId } of rows) {
      const bytes = Buffer.from((await world.storage.get(imageKey)) ?? '')
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      expect(bytes.toString()).toContain(styleId)
      expect(await world.provenance.verify(sha256)).toMatchObject({ isOurs: true })
    }
    await world.selfies.remove(uid, id, first)
    expect((await shown()).urls).toEqual([])
    expect(await files()).toEqual([])
    await addOne()
    await make()
    await makeSamples()
    expect((await shown()).urls).toHaveLength(StudioStyleId.options.length)
  })

  test('the former ones are shown until those of a better selfie are there; a repeat changes nothing', async () => {
    const { addOne, make, makeSamples, shown, files } = await shopOf(1)
    await make()
    await makeSamples()
    const before = await shown()
    await makeSamples()
    expect(await shown()).toEqual(before)
    await addOne(2)
    await make()
    expect(await shown()).toEqual({ urls: before.urls, areSamplesComing: true })
    await makeSamples()
    const after = await shown()
    expect(after.urls.filter((url) => before.urls.includes(url))).toEqual([])
    expect(await files()).toHaveLength(StudioStyleId.options.length)
  })

  test('an outdated run leaves no file', async () => {
    const { uid, id, added, make, makeSamples, shown, files } = await shopOf(2)
    await make()
    world.behaviour.samples = async () => {
      world.behaviour.samples = () => Promise.resolve()
      await world.selfies.remove(uid, id, added[0] ?? '')
    }
    await makeSamples()
    expect((await shown()).urls).toEqual([])
    expect(await files()).toEqual([])
  })

  test('samples that failed, or were never made, are not waited for any longer', async () => {
    const { make, makeSamples, shown } = await shopOf(1)
    await make()
    world.behaviour.samples = () => Promise.reject(new NoFaceError('no face'))
    await makeSamples()
    world.behaviour.samples = () => Promise.resolve()
    expect((await shown()).areSamplesComing).toBe(false)

    const other = await shopOf(1)
    await other.make()
    await world.previews.reconcile(roundIn(1 / 6))
    expect((await other.shown()).areSamplesComing).toBe(true)
    await world.previews.reconcile(roundIn(1))
    expect((await other.shown()).areSamplesComing).toBe(false)
  })
})
