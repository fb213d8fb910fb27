/**
 * `node scripts/public-pictures.ts`: the pictures of the public pages. Draws selfies of the cast, has the studio finish
 * them, and writes every size and format to `public/pictures/`, with `components/marketing/pictures.json` to find them.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import sharp from 'sharp'
import { createStudio } from '#studio/studio.ts'
import { STYLE_IDS, type StyleId } from '#studio/scene/styles.ts'
import type { CharacterId } from '#tests/cast/cast.ts'
import { renderSelfie } from '#tests/cast/render.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'

const FOLDER = new URL('../public/pictures/', import.meta.url)
const INDEX = new URL('../components/marketing/pictures.json', import.meta.url)
const WIDTHS = [192, 384, 768]
const FALLBACK_WIDTH = 384
/** More than any person has, so that every selfie comes with all its variations. */
const ALL_SHOTS = 1000
const ASPECT = { width: 768, height: 960 }

/** The width of selfies shown small, in the corner of their headshot. */
const INSET_WIDTH = 192

/** Headshots beside the selfie they were made from. */
const SHEET = [
  { character: 'mara', selfie: 'garden', styleIds: ['studio-grey', 'garden-bokeh', 'bw-editorial'] },
  { character: 'elia', selfie: 'kitchen', styleIds: ['executive-navy', 'office-daylight', 'city-dusk'] },
] as const
const FINISH = { character: 'tobias', styleId: 'studio-grey', selfie: 'shelf' } as const
/**
 * The whole cast, so that neighbours in the list of styles are never the same person; a repeated person wears other
 * clothes.
 */
const STYLE_MODELS: Readonly<Record<StyleId, { character: CharacterId; selfie: TakeId }>> = {
  'studio-grey': { character: 'ruth', selfie: 'window' },
  'studio-white': { character: 'kenji', selfie: 'plaster' },
  'executive-navy': { character: 'noor', selfie: 'shelf' },
  'warm-canvas': { character: 'tobias', selfie: 'kitchen' },
  'bw-editorial': { character: 'ines', selfie: 'window' },
  'startup-color': { character: 'amara', selfie: 'kitchen' },
  'office-daylight': { character: 'mara', selfie: 'window' },
  library: { character: 'elia', selfie: 'shelf' },
  'loft-brick': { character: 'noor', selfie: 'window' },
  'city-dusk': { character: 'kenji', selfie: 'shelf' },
  'garden-bokeh': { character: 'ruth', selfie: 'garden' },
  'swiss-alps': { character: 'amara', selfie: 'garden' },
}
/** What the studio gets of each person. */
const TAKES = ['window', 'plaster', 'shelf', 'kitchen', 'garden'] as const
type TakeId = (typeof TAKES)[number]

// Not urgent: two threads are enough.
const studio = createStudio({ threads: 2 })
const selfies = new Map<string, Uint8Array>()
const written = new Set<string>()
const models = new Map<CharacterId, Promise<Uint8Array>>()

async function selfieOf(character: CharacterId, takeId: TakeId): Promise<Uint8Array> {
  const key = `${character} ${takeId}`
  const known = selfies.get(key)
  if (known !== undefined) return known
  const take = GOOD_TAKES.find(({ id }) => id === takeId)
  if (take === undefined) throw new Error(`No take is called ${takeId}`)
  const bytes = await renderSelfie(character, take)
  selfies.set(key, bytes)
  return bytes
}

function modelOf(character: CharacterId): Promise<Uint8Array> {
  const train = async () => {
    const inputs: { id: string; bytes: Uint8Array }[] = []
    for (const id of TAKES) {
      inputs.push({ id, bytes: await selfieOf(character, id) })
    }
    return studio.train(inputs)
  }
  const model = models.get(character) ?? train()
  models.set(character, model)
  return model
}

/**
 * A headshot's sources, and its rank among the passed shots: so that a row of styles does not show one picture three
 * times.
 */
interface Wish {
  character: CharacterId
  styleId: StyleId
  selfie: TakeId
  rank?: number
}

/** A headshot of this selfie that passed the gate, at the given rank; the last one where fewer passed. */
async function headshotOf({ character, styleId, selfie, rank = 0 }: Wish): Promise<Uint8Array> {
  const model = await modelOf(character)
  const shots = await studio.plan(model, styleId, ALL_SHOTS)
  const passing: Uint8Array[] = []
  for (const shot of shots.filter(({ selfieId }) => selfieId === selfie)) {
    const { jpeg, likeness, passed, reasons } = await studio.render(model, styleId, shot)
    const told = [character, styleId, selfie, shot.variation, likeness.toFixed(3), ...reasons]
    process.stdout.write(`${told.join(' ')}\n`)
    if (passed && passing.push(jpeg) > rank) break
  }
  const chosen = passing.at(-1)
  if (chosen === undefined) throw new Error(`No headshot of ${character} in ${styleId} passed the gate`)
  return chosen
}

/** The placeholder of a picture: the mean of its colours. */
async function meanColour(bytes: Uint8Array): Promise<string> {
  const { channels } = await sharp(bytes).stats()
  const [red, green, blue] = channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
  return `#${red ?? '80'}${green ?? '80'}${blue ?? '80'}`
}

/** Writes a picture in these widths and every format; answers its name without width and extension. */
async function publish(label: string, bytes: Uint8Array, widths: readonly number[] = WIDTHS) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const name = `${label}-${hash}`
  const fallbackWidth = widths.includes(FALLBACK_WIDTH) ? FALLBACK_WIDTH : Math.max(...widths)
  for (const width of widths) {
    const sized = sharp(bytes).resize({
      width,
      height: Math.round((width * ASPECT.height) / ASPECT.width),
      fit: 'cover',
    })
    const write = async (extension: string, encoded: Buffer) => {
      const file = `${name}-${width}.${extension}`
      written.add(file)
      await writeFile(new URL(file, FOLDER), encoded)
    }
    await write('avif', await sized.clone().avif({ quality: 56, effort: 6 }).toBuffer())
    if (width === fallbackWidth) {
      await write('jpg', await sized.clone().jpeg({ quality: 76, mozjpeg: true }).toBuffer())
    }
  }
  return { name, colour: await meanColour(bytes) }
}

const publishHeadshot = async (wish: Wish) =>
  publish(`${wish.character}-${wish.styleId}`, await headshotOf(wish))

const publishSelfie = async (character: CharacterId, takeId: TakeId, widths?: readonly number[]) =>
  publish(`${character}-selfie`, await selfieOf(character, takeId), widths)

await mkdir(FOLDER, { recursive: true })
const sheet = []
for (const { character, selfie, styleIds } of SHEET) {
  const headshots = []
  for (const [rank, styleId] of styleIds.entries()) {
    headshots.push({ styleId, ...(await publishHeadshot({ character, styleId, selfie, rank })) })
  }
  sheet.push({ selfie: await publishSelfie(character, selfie), headshots })
}
const finish = {
  before: await publishSelfie(FINISH.character, FINISH.selfie),
  after: await publishHeadshot(FINISH),
}
const styles: Partial<Record<StyleId, { name: string; colour: string; selfie: { name: string } }>> = {}
for (const styleId of STYLE_IDS) {
  const { character, selfie } = STYLE_MODELS[styleId]
  styles[styleId] = {
    ...(await publishHeadshot({ character, styleId, selfie })),
    selfie: await publishSelfie(character, selfie, [INSET_WIDTH]),
  }
}

const index = {
  widths: WIDTHS,
  insetWidth: INSET_WIDTH,
  fallbackWidth: FALLBACK_WIDTH,
  aspect: ASPECT,
  sheet,
  finish,
  styles,
}
const options = { ...(await resolveConfig(INDEX)), parser: 'json' }
await writeFile(INDEX, await format(JSON.stringify(index), options))
await studio.close()
// Deleted last, so that a page viewed meanwhile misses no picture.
for (const file of await readdir(FOLDER)) {
  if (!written.has(file)) await rm(new URL(file, FOLDER))
}
