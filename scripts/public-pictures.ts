/**
 * `node scripts/public-pictures.ts`: the pictures of the public pages. Draws selfies of the cast, has the studio finish
 * them, and writes every size and format to `public/pictures/`, with `components/marketing/pictures.json` to find them.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import sharp from 'sharp'
import { createStudio } from '#studio/studio.ts'
import { STYLE_IDS, type StyleId } from '#studio/styles.ts'
import type { CharacterId } from '#tests/cast/cast.ts'
import { renderSelfie } from '#tests/cast/render.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'

const FOLDER = new URL('../public/pictures/', import.meta.url)
const INDEX = new URL('../components/marketing/pictures.json', import.meta.url)
const WIDTHS = [192, 384, 768]
const FALLBACK_WIDTH = 384
const ASPECT = { width: 768, height: 960 }

/** Who stands where. The person of `finish` shows the very selfie its headshot was made from. */
const SHEET = [
  { character: 'mara', selfie: 'garden', styleIds: ['studio-grey', 'garden-bokeh', 'bw-editorial'] },
  { character: 'elia', selfie: 'kitchen', styleIds: ['executive-navy', 'office-daylight', 'city-dusk'] },
] as const
const FINISH = { character: 'tobias', styleId: 'studio-grey', selfie: 'shelf' } as const
/** The whole cast, so that neighbours in the list of styles are never the same person. */
const STYLE_MODELS: Readonly<Record<StyleId, CharacterId>> = {
  'studio-grey': 'ruth',
  'studio-white': 'kenji',
  'executive-navy': 'noor',
  'warm-canvas': 'tobias',
  'bw-editorial': 'amara',
  'startup-color': 'ines',
  'office-daylight': 'mara',
  library: 'elia',
  'loft-brick': 'tobias',
  'city-dusk': 'kenji',
  'garden-bokeh': 'ruth',
  'swiss-alps': 'amara',
}
/** What the studio gets of each person. */
const TAKES = ['window', 'plaster', 'shelf', 'kitchen', 'garden'] as const

// Nobody waits for it: a busy machine may take its time.
const studio = createStudio({ threads: 2, callTimeoutMs: 900_000 })
const selfies = new Map<string, Uint8Array>()
const written = new Set<string>()
const models = new Map<CharacterId, Promise<Uint8Array>>()

async function selfieOf(character: CharacterId, takeId: string): Promise<Uint8Array> {
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

interface Wish {
  /** Only shots of this selfie. */
  selfie?: string
  /** The first, second ... of the shots that pass, so that a row of styles is not one picture three times. */
  rank?: number
}

/** A headshot that passed the gate. */
async function headshotOf(character: CharacterId, styleId: StyleId, { selfie, rank = 0 }: Wish = {}) {
  const model = await modelOf(character)
  const shots = await studio.plan(model, styleId, 12)
  const wanted = shots.filter((shot) => selfie === undefined || shot.selfieId === selfie)
  let left = rank
  for (const shot of wanted) {
    const { jpeg, likeness, passed, reasons } = await studio.render(model, styleId, shot)
    process.stdout.write(
      `${character} ${styleId} ${shot.selfieId} ${likeness.toFixed(2)} ${reasons.join(',')}\n`,
    )
    if (passed && left-- === 0) return { jpeg, likeness: Math.round(likeness * 100) / 100 }
  }
  throw new Error(`No headshot of ${character} in ${styleId} passed the gate`)
}

/** Writes all sizes of a picture; answers its name without width and extension. */
async function publish(label: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const name = `${label}-${hash}`
  written.add(name)
  for (const width of WIDTHS) {
    const sized = sharp(bytes).resize({
      width,
      height: Math.round((width * ASPECT.height) / ASPECT.width),
      fit: 'cover',
    })
    const file = (extension: string) => new URL(`${name}-${width}.${extension}`, FOLDER)
    await writeFile(file('avif'), await sized.clone().avif({ quality: 56, effort: 6 }).toBuffer())
    await writeFile(file('webp'), await sized.clone().webp({ quality: 74, effort: 6 }).toBuffer())
    if (width === FALLBACK_WIDTH) {
      await writeFile(file('jpg'), await sized.clone().jpeg({ quality: 76, mozjpeg: true }).toBuffer())
    }
  }
  return name
}

async function publishHeadshot(character: CharacterId, styleId: StyleId, wish?: Wish) {
  const { jpeg, likeness } = await headshotOf(character, styleId, wish)
  return { name: await publish(`${character}-${styleId}`, jpeg), likeness }
}

async function publishSelfie(character: CharacterId, takeId: string) {
  return { name: await publish(`${character}-selfie`, await selfieOf(character, takeId)) }
}

await mkdir(FOLDER, { recursive: true })
const sheet = []
for (const { character, selfie, styleIds } of SHEET) {
  const headshots = []
  for (const [rank, styleId] of styleIds.entries()) {
    headshots.push({ styleId, ...(await publishHeadshot(character, styleId, { rank })) })
  }
  sheet.push({ selfie: await publishSelfie(character, selfie), headshots })
}
const finish = {
  before: await publishSelfie(FINISH.character, FINISH.selfie),
  after: await publishHeadshot(FINISH.character, FINISH.styleId, { selfie: FINISH.selfie }),
}
const styles: Partial<Record<StyleId, { name: string; likeness: number }>> = {}
for (const [index, styleId] of STYLE_IDS.entries()) {
  const character = STYLE_MODELS[styleId]
  // Who appears again does so from another selfie.
  const rank = STYLE_IDS.slice(0, index).filter((earlier) => STYLE_MODELS[earlier] === character).length
  styles[styleId] = await publishHeadshot(character, styleId, { rank })
}

const index = { widths: WIDTHS, fallbackWidth: FALLBACK_WIDTH, aspect: ASPECT, sheet, finish, styles }
const options = { ...(await resolveConfig(INDEX)), parser: 'json' }
await writeFile(INDEX, await format(JSON.stringify(index), options))
await studio.close()
// Only now, so that a page being looked at meanwhile misses nothing.
for (const file of await readdir(FOLDER)) {
  if (!written.has(file.replace(/-\d+\.\w+$/, ''))) await rm(new URL(file, FOLDER))
}
