import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Storage, StorageKey } from '#backend/providers/storage/storage-port.ts'
import type { TrainingOrder } from './engine-port.ts'
import { TRAINED_WORD } from './generated-shots.ts'

/** Long side in px that trainers make the most of: more is scaled down by them, less has too little of a face. */
const LONG_SIDE_PX = { least: 1536, most: 2048 }
const JPEG_QUALITY = 95
/** The same pictures give the same bytes. */
const MADE_AT = new Date(Date.UTC(2000, 0, 1))

/** Our own caption of each picture: a net that describes pictures would guess at looks that the person never stated. */
export const CAPTION = `a photograph of ${TRAINED_WORD}`

/** A file that has to be there. */
export async function requireFile(storage: Pick<Storage, 'get'>, key: StorageKey): Promise<Uint8Array> {
  const bytes = await storage.get(key)
  if (!bytes) throw new Error(`no file at ${key}`)
  return bytes
}

/** The archive of an order's selfies, each with its caption. */
export async function archiveOf(
  { selfies }: Pick<TrainingOrder, 'selfies'>,
  storage: Pick<Storage, 'get'>,
): Promise<Uint8Array> {
  const pictures = await Promise.all(selfies.map(({ imageKey }) => requireFile(storage, imageKey)))
  return trainingArchive(
    pictures,
    pictures.map(() => CAPTION),
  )
}

/**
 * The archive that every trainer reads: upright sRGB JPEGs without metadata, `001.jpg` and so on, in no folder.
 * @param captions one for each picture, as `001.txt`, for trainers that read them
 */
export async function trainingArchive(
  pictures: readonly Uint8Array[],
  captions?: readonly string[],
): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [index, picture] of pictures.entries()) {
    const name = String(index + 1).padStart(3, '0')
    zip.addBuffer(await trainingPicture(picture), `${name}.jpg`, { mtime: MADE_AT, compress: false })
    const caption = captions?.[index]
    if (caption !== undefined) zip.addBuffer(Buffer.from(caption), `${name}.txt`, { mtime: MADE_AT })
  }
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream.pipe(new PassThrough())))
}

async function trainingPicture(bytes: Uint8Array): Promise<Buffer> {
  const { autoOrient } = await sharp(bytes).metadata()
  const longSide = Math.max(autoOrient.width, autoOrient.height)
  const side = Math.min(Math.max(longSide, LONG_SIDE_PX.least), LONG_SIDE_PX.most)
  return sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColorspace('srgb')
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
