import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import yauzl from 'yauzl'
import { z } from 'zod'
import { lettersOf } from '#studio/picture/letters.ts'
import { StudioError } from '#studio/pool/studio-error.ts'
import { createStudio, type Studio } from '#studio/studio.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import type { JobFaultKind } from './faults.ts'
import { posed } from './posed.ts'

/** Trained weights as the emulators hand them out: the studio's model, and a selfie for the picture that copies it. */
const Weights = z.object({
  model: z.instanceof(Uint8Array),
  selfie: z.instanceof(Uint8Array),
})

/** The order cannot be worked on: what a vendor's log would say. */
export class PaintError extends Error {
  override readonly name = 'PaintError'
}

export interface Painter {
  /** The weights of a person. @throws PaintError */
  train(selfies: readonly Uint8Array[], fault?: JobFaultKind): Promise<Uint8Array>
  /** A JPEG of the person; another picture for another seed. @throws PaintError */
  paint(weights: Uint8Array, seed: number, fault?: JobFaultKind): Promise<Uint8Array>
  close(): Promise<void>
}

const STYLE = 'studio-grey'
const SHOTS_MOST = 100
/** A fifth narrower, which no photograph of the person is. */
const SQUEEZE = 0.8
/** The word of the fault `text`: the height of its capitals, and where its baseline is, in shares of the picture's height. */
const WORD = { text: 'ALPENLICHT', capitals: 0.03, line: 0.93 } as const
/** L* that is added. */
const LIGHTENED = 16
/** Somebody no order is about. */
const STRANGER = 'kenji'
const STRANGER_SELFIES = 2

/**
 * Makes the pictures of all emulators with the studio, from the selfies they were sent: what judges pictures has something real
 * to judge. Nothing of them is generated: what `posed` changes is all that makes them other pictures than the selfies.
 * @param studio is closed with the painter
 */
export function createPainter(studio: Studio = createStudio({ threads: 1 })): Painter {
  let stranger: Promise<Uint8Array> | undefined

  const weightsOf = async (selfies: readonly Uint8Array[]): Promise<Uint8Array> => {
    const [selfie] = selfies
    if (!selfie) throw new PaintError('no pictures in the archive')
    try {
      const model = await studio.train(selfies.map((bytes, index) => ({ id: String(index), bytes })))
      return serialize({ model, selfie })
    } catch (error) {
      if (error instanceof StudioError && error.code === 'no_usable_selfie')
        throw new PaintError(error.message)
      throw error
    }
  }
  const weightsOfStranger = (): Promise<Uint8Array> => {
    stranger ??= drawnSelfies(STRANGER, STRANGER_SELFIES).then(weightsOf)
    return stranger
  }

  return {
    train: (selfies, fault) => (fault === 'stranger' ? weightsOfStranger() : weightsOf(selfies)),

    async paint(weights, seed, fault) {
      const { model, selfie } = read(fault === 'stranger' ? await weightsOfStranger() : weights)
      if (fault === 'copied') return new Uint8Array(await sharp(selfie).jpeg({ quality: 95 }).toBuffer())
      const shots = await studio.plan(model, STYLE, SHOTS_MOST)
      const shot = shots[seed % shots.length]
      if (!shot) throw new PaintError('the weights give no picture')
      const { jpeg, width, height } = await studio.render(model, STYLE, shot)
      const picture = await posed(jpeg, seed)
      const spoiled = await spoiledBy(fault, picture, { width, height })
      return spoiled ? new Uint8Array(await spoiled.jpeg({ quality: 95 }).toBuffer()) : picture
    },

    close: () => studio.close(),
  }
}

/** The picture with the fault that was commanded; undefined where the fault is none that is put into a picture. */
async function spoiledBy(
  fault: JobFaultKind | undefined,
  picture: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Sharp | undefined> {
  switch (fault) {
    case 'squeezed':
      return sharp(picture).resize({ width: Math.round(width * SQUEEZE), height, fit: 'fill' })
    case 'lightened':
      return sharp(picture).modulate({ lightness: LIGHTENED })
    case 'two_people':
      return sharp(picture).extend({ right: width, extendWith: 'mirror' })
    case 'text':
      return sharp(picture).composite([{ input: await wordAcross({ width, height }) }])
    default:
      return undefined
  }
}

async function wordAcross({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const { paths, length, capHeight, unitsPerEm } = await lettersOf(WORD.text)
  const scale = (WORD.capitals * height) / capHeight
  const left = (width - length * scale) / 2
  const place = `translate(${left} ${WORD.line * height}) scale(${scale} ${-scale})`
  const edge = `stroke="#000" stroke-width="${unitsPerEm / 24}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<g transform="${place}" fill="#fff" ${edge}>${paths}</g></svg>`,
  )
}

/** Areas of one color instead of persons, in no time: for tests of what carries pictures and looks at none. */
export function createPlainPainter(): Painter {
  return {
    train(selfies) {
      const [selfie] = selfies
      if (!selfie) return Promise.reject(new PaintError('no pictures in the archive'))
      return Promise.resolve(serialize({ model: new Uint8Array(), selfie }))
    },
    async paint(weights, seed) {
      read(weights)
      const background = { r: seed % 256, g: (seed >> 8) % 256, b: 128 }
      const area = sharp({ create: { width: 832, height: 1040, channels: 3, background } })
      return new Uint8Array(await area.jpeg().toBuffer())
    },
    close: () => Promise.resolve(),
  }
}

function read(weights: Uint8Array): z.output<typeof Weights> {
  try {
    return Weights.parse(deserialize(weights))
  } catch {
    throw new PaintError('the weights cannot be read')
  }
}

const PICTURE = /^[^/]+\.(jpe?g|png|webp)$/i
const CAPTION = /^[^/]+\.txt$/i

/** The pictures of a training archive, in the order of their names. @throws PaintError where it has a folder, or is none */
export async function picturesIn(archive: Uint8Array): Promise<Uint8Array[]> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(archive)).catch((cause: unknown) => {
    throw new PaintError('not a ZIP', { cause })
  })
  const pictures = new Map<string, Uint8Array>()
  for await (const entry of zip.eachEntry()) {
    if (CAPTION.test(entry.fileName)) continue
    if (!PICTURE.test(entry.fileName)) throw new PaintError(`no picture at the top: ${entry.fileName}`)
    const content = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
    pictures.set(entry.fileName, new Uint8Array(content))
  }
  return [...pictures].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, bytes]) => bytes)
}
