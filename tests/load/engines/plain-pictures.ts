import sharp from 'sharp'
import type { Painter } from '#emulators/engine-core/painter.ts'

/**
 * Pictures without a face: a person is a color, so that who is in a picture is seen in no time. A band below makes each
 * another file.
 */
export type Color = string

const STEPS = 6
const STEP = 51
const SELFIE = { width: 600, height: 800 }
const PICTURE = { width: 512, height: 640 }
/** Somebody no order is about. */
const STRANGER: Color = '000000'
const SQUEEZE = 0.8
/** A word is a stripe in the color that is farthest from the person's: where it is, in shares of the picture's height, and how high. */
const WORD = { top: 0.7, height: 0.1 } as const
/** Of 255: JPEG changes an area by less, and the stripe differs by more. */
const WORD_LEAST = 64

/** A color for each person, as far apart as JPEG can tell them; only so many there are. */
export function colorOf(person: number): Color {
  const index = person + 1
  if (index >= STEPS ** 3) throw new Error(`${index} persons, and fewer colors`)
  const levels = [index % STEPS, Math.floor(index / STEPS) % STEPS, Math.floor(index / STEPS ** 2)]
  return levels.map((level) => (level * STEP).toString(16).padStart(2, '0')).join('')
}

async function draw(
  color: Color,
  { width, height }: { width: number; height: number },
  mark: number,
): Promise<Uint8Array> {
  const band = { create: { width, height: 16, channels: 3 as const, background: bandOf(mark) } }
  const area = sharp({ create: { width, height, channels: 3, background: `#${color}` } })
  return new Uint8Array(
    await area
      .composite([{ input: band, gravity: 'south' }])
      .jpeg()
      .toBuffer(),
  )
}

const bandOf = (mark: number) => ({ r: mark & 255, g: (mark >> 8) & 255, b: (mark >> 16) & 255 })

export const drawSelfie = (color: Color, mark: number) => draw(color, SELFIE, mark)
export const drawPicture = (color: Color, mark: number) => draw(color, PICTURE, mark)

async function drawWord(picture: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const [red = 0, green = 0, blue = 0] = await meanOf(picture, { top: 0, height: 0.5 })
  const background = { r: farthest(red), g: farthest(green), b: farthest(blue) }
  const stripe = { width, height: Math.round(WORD.height * height), channels: 3 as const, background }
  const word = { input: { create: stripe }, left: 0, top: Math.round(WORD.top * height) }
  return new Uint8Array(await sharp(picture).composite([word]).jpeg().toBuffer())
}

const farthest = (level: number) => (level < 128 ? 255 : 0)

/** The mean color of a part of the picture that is as wide as the whole. */
async function meanOf(picture: Uint8Array, part: { top: number; height: number }): Promise<number[]> {
  const { width, height } = await sharp(picture).metadata()
  const { data } = await sharp(picture)
    .extract({
      left: 0,
      top: Math.round(part.top * height),
      width,
      height: Math.floor(part.height * height),
    })
    .resize({ width: 1, height: 1, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

/** Who is in a picture, whether its shape is that of a headshot, and whether there is a word in it. */
export async function lookAt(
  picture: Uint8Array,
): Promise<{ color: Color; isHeadshot: boolean; hasWord: boolean }> {
  const { width, height } = await sharp(picture).metadata()
  const seen = await meanOf(picture, { top: 0, height: 0.5 })
  const below = await meanOf(picture, WORD)
  const color = seen.map((level) => (Math.round(level / STEP) * STEP).toString(16).padStart(2, '0')).join('')
  const isHeadshot = Math.abs(width / height - PICTURE.width / PICTURE.height) < 0.01
  const hasWord = below.some((level, index) => Math.abs(level - (seen[index] ?? 0)) > WORD_LEAST)
  return { color, isHeadshot, hasWord }
}

/** Paints for the emulators: a person's color is their model, and a selfie for the picture that copies it. */
export function createColorPainter(): Painter {
  const copyMark = 1
  return {
    async train([selfie], fault) {
      if (!selfie) throw new Error('no pictures in the archive')
      const { color } = await lookAt(selfie)
      return Buffer.from(fault === 'stranger' ? STRANGER : color)
    },
    async paint(weights, seed, fault) {
      const color = fault === 'stranger' ? STRANGER : Buffer.from(weights).toString()
      if (fault === 'copied') return drawSelfie(color, copyMark)
      const picture = await drawPicture(color, seed)
      if (fault === 'text') return drawWord(picture)
      if (fault !== 'squeezed') return picture
      const width = Math.round(PICTURE.width * SQUEEZE)
      return new Uint8Array(
        await sharp(picture).resize({ width, height: PICTURE.height, fit: 'fill' }).jpeg().toBuffer(),
      )
    },
    close: () => Promise.resolve(),
  }
}
