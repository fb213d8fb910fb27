import sharp from 'sharp'
import { MODEL_VERSION } from './model.ts'
import type { ModelSelfie, PersonModel } from './model.ts'

/** "ALPM", then version, header length (both 32-bit little-endian), JSON header, blobs one after the other. */
const MAGIC = [0x41, 0x4c, 0x50, 0x4d] as const
const PREFIX_BYTES = 12

export class PersonModelError extends Error {
  override name = 'PersonModelError'
}

interface SelfieHeader extends Omit<ModelSelfie, 'pixels' | 'mesh'> {
  foregroundBytes: number
  alphaBytes: number
  meshValues: number
}

interface Header {
  skin: PersonModel['skin']
  cohesion: number[]
  centroidValues: number
  selfies: SelfieHeader[]
}

async function encodePixels(selfie: ModelSelfie): Promise<{ foreground: Uint8Array; alpha: Uint8Array }> {
  if (selfie.pixels.kind === 'encoded') return selfie.pixels
  const { width, height } = selfie
  const [foreground, alpha] = await Promise.all([
    sharp(selfie.pixels.foreground, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    sharp(selfie.pixels.alpha, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 6 })
      .toBuffer(),
  ])
  return { foreground, alpha }
}

function bytesOf(values: Float32Array): Uint8Array {
  const out = new Uint8Array(values.length * 4)
  const view = new DataView(out.buffer)
  values.forEach((value, index) => view.setFloat32(index * 4, value, true))
  return out
}

/** One file per person; the same model gives the same bytes. */
export async function encodeModel(model: PersonModel): Promise<Uint8Array> {
  const blobs: Uint8Array[] = [bytesOf(model.centroid)]
  const selfies: SelfieHeader[] = []
  for (const selfie of model.selfies) {
    const { foreground, alpha } = await encodePixels(selfie)
    const { pixels: _pixels, mesh, ...rest } = selfie
    blobs.push(foreground, alpha, bytesOf(mesh))
    selfies.push({
      ...rest,
      foregroundBytes: foreground.length,
      alphaBytes: alpha.length,
      meshValues: mesh.length,
    })
  }
  const header: Header = {
    skin: model.skin,
    cohesion: model.cohesion,
    centroidValues: model.centroid.length,
    selfies,
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const total = blobs.reduce((sum, blob) => sum + blob.length, PREFIX_BYTES + text.length)
  const out = new Uint8Array(total)
  const view = new DataView(out.buffer)
  out.set(MAGIC, 0)
  view.setUint32(4, model.version, true)
  view.setUint32(8, text.length, true)
  out.set(text, PREFIX_BYTES)
  let offset = PREFIX_BYTES + text.length
  for (const blob of blobs) {
    out.set(blob, offset)
    offset += blob.length
  }
  return out
}

/** Reads fields of unknown JSON; anything amiss is a broken file. */
function fieldsOf(value: unknown): { at: (key: string) => unknown; number: (key: string) => number } {
  if (typeof value !== 'object' || value === null) throw new PersonModelError('model header: object expected')
  const at = (key: string): unknown => Reflect.get(value, key)
  const number = (key: string) => {
    const field = at(key)
    if (typeof field !== 'number' || !Number.isFinite(field))
      throw new PersonModelError(`model header: ${key}`)
    return field
  }
  return { at, number }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new PersonModelError('model header: list expected')
  return value
}

/**
 * The model from its file; pixels stay encoded until a headshot needs them.
 * @throws PersonModelError when the bytes are no model, are cut off, or of another version
 */
export function decodeModel(bytes: Uint8Array): PersonModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < PREFIX_BYTES || MAGIC.some((value, index) => (bytes[index] ?? 0) !== value)) {
    throw new PersonModelError('not a person model')
  }
  const version = view.getUint32(4, true)
  if (version !== MODEL_VERSION) throw new PersonModelError(`person model of version ${version}`)
  let offset = PREFIX_BYTES + view.getUint32(8, true)
  if (offset > bytes.length) throw new PersonModelError('person model cut off')
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, offset))
  const take = (length: number): Uint8Array => {
    if (!(length >= 0) || offset + length > bytes.length) throw new PersonModelError('person model cut off')
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const floats = (count: number): Float32Array => {
    const blob = take(count * 4)
    const part = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
    return Float32Array.from({ length: count }, (_, index) => part.getFloat32(index * 4, true))
  }
  const root = fieldsOf(header)
  const centroid = floats(root.number('centroidValues'))
  const selfies = listOf(root.at('selfies')).map((value) => readSelfie(value, take, floats))
  const cohesion = listOf(root.at('cohesion')).map(Number)
  return { version, centroid, cohesion, skin: readLab(root.at('skin')), selfies }
}

function parseHeader(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new PersonModelError('person model without a readable header', { cause })
  }
}

function readLab(value: unknown): PersonModel['skin'] {
  const { number } = fieldsOf(value)
  return { l: number('l'), a: number('a'), b: number('b') }
}

function readSelfie(
  value: unknown,
  take: (length: number) => Uint8Array,
  floats: (count: number) => Float32Array,
): ModelSelfie {
  const { at, number } = fieldsOf(value)
  const id = at('id')
  if (typeof id !== 'string') throw new PersonModelError('model header: id')
  const skin = fieldsOf(at('skin'))
  const linear = listOf(skin.at('linear')).map(Number)
  const [red = 0, green = 0, blue = 0] = linear
  const foreground = take(number('foregroundBytes'))
  const alpha = take(number('alphaBytes'))
  return {
    id,
    width: number('width'),
    height: number('height'),
    pixels: { kind: 'encoded', foreground, alpha },
    mesh: floats(number('meshValues')),
    yawDeg: number('yawDeg'),
    pitchDeg: number('pitchDeg'),
    skin: { lab: readLab(skin.at('lab')), linear: [red, green, blue], luminance: skin.number('luminance') },
    surroundLuminance: number('surroundLuminance'),
    sourceScale: number('sourceScale'),
    rank: number('rank'),
  }
}
