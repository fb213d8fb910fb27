import { fastCode, toLinear } from '#studio/picture/color.ts'
import type { Raster, Size } from '#studio/picture/raster.ts'

/** The colours of a picture by the numbers of ITU-T H.273: its primaries (8.1) and its transfer (8.2). */
export interface CodePoints {
  primaries: number
  transfer: number
}

/** Three interleaved channels of sixteen bits. */
export interface DeepRaster extends Size {
  data: Uint16Array
}

const BT_2020 = 9
const DISPLAY_P3 = 12
const UNSPECIFIED = 2
const PQ = 16
const HLG = 18

/** Linear light of the primaries → that of sRGB, by rows (ITU-R BT.2087, and SMPTE EG 432-1 in the same manner). */
const TO_SRGB: Partial<Record<number, readonly number[]>> = {
  [BT_2020]: [1.6605, -0.5877, -0.0728, -0.1246, 1.133, -0.0084, -0.0182, -0.1006, 1.1187],
  [DISPLAY_P3]: [1.2249, -0.2249, 0, -0.0421, 1.0421, 0, -0.0196, -0.0786, 1.0983],
}
const SAME = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** Luminance of a white that reflects light, which sRGB shows as its full white (ITU-R BT.2408, 2.2), cd/m². */
const WHITE_NITS = 203
/** PQ (SMPTE ST 2084). */
const PQ_NITS = 10_000
const [M1, M2, C1, C2, C3] = [2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128]
/**
 * HLG (ITU-R BT.2100, table 5) and its white (BT.2408, 2.2). The display gamma depends on the display's brightness; at
 * sRGB's white of 80 cd/m² it is .98 (BT.2100, note 5f), taken as 1.
 */
const [A, B, C] = [0.17883277, 0.28466892, 0.55991073]
const HLG_WHITE = 0.75

/** Highlights of less than this share of a picture are clipped to white; the rest stays as bright as it is. */
const SPECULAR_SHARE = 0.001
/** One pixel in so many is measured for a picture's brightness. */
const SAMPLED = 13
const MAXIMUM = 2 ** 16 - 1

/** Whether a picture can have more light than white, so that it needs tone mapping. */
export function isHighDynamicRange({ transfer }: CodePoints): boolean {
  return transfer === PQ || transfer === HLG
}

/** Whether pixel values with these code points differ from sRGB's. */
export function differsFromSrgb(points: CodePoints): boolean {
  return isHighDynamicRange(points) || TO_SRGB[points.primaries] !== undefined
}

/**
 * Converts a picture to sRGB. A picture without light beyond white keeps its colours; otherwise the curve of ITU-R BT.2390
 * (5.4.1) compresses the highlights below white.
 */
export function toSrgbByCodePoints({ width, height, data }: DeepRaster, points: CodePoints): Raster {
  const light = lightOf(points.transfer)
  const isHdr = isHighDynamicRange(points)
  const primaries = isHdr && points.primaries === UNSPECIFIED ? BT_2020 : points.primaries
  const matrix = TO_SRGB[primaries] ?? SAME
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = matrix
  const scaleOf = toneMapping(isHdr ? brightness(data, light) : 1)
  const out = new Uint8Array(3 * width * height)
  for (let i = 0; i < out.length; i += 3) {
    let [r, g, b] = [light[data[i] ?? 0] ?? 0, light[data[i + 1] ?? 0] ?? 0, light[data[i + 2] ?? 0] ?? 0]
    const scale = scaleOf(Math.max(r, g, b))
    ;[r, g, b] = [r * scale, g * scale, b * scale]
    out[i] = byteOf(m0 * r + m1 * g + m2 * b)
    out[i + 1] = byteOf(m3 * r + m4 * g + m5 * b)
    out[i + 2] = byteOf(m6 * r + m7 * g + m8 * b)
  }
  return { width, height, data: out }
}

/** Light of each number, 1 for white. */
function lightOf(transfer: number): Float32Array {
  const decode = transfer === PQ ? pqLight : transfer === HLG ? hlgLight : toLinear
  return Float32Array.from({ length: MAXIMUM + 1 }, (_, value) => decode(value / MAXIMUM))
}

function pqLight(signal: number): number {
  const power = signal ** (1 / M2)
  return (PQ_NITS / WHITE_NITS) * (Math.max(0, power - C1) / (C2 - C3 * power)) ** (1 / M1)
}

function pqSignal(light: number): number {
  const power = ((light * WHITE_NITS) / PQ_NITS) ** M1
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2
}

function hlgLight(signal: number): number {
  return hlgScene(signal) / hlgScene(HLG_WHITE)
}

function hlgScene(signal: number): number {
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - C) / A) + B) / 12
}

/** The brightest light of a picture without its specular highlights, 1 for white. */
function brightness(data: Uint16Array, light: Float32Array): number {
  const lights = new Float32Array(Math.ceil(data.length / (3 * SAMPLED)))
  for (let sample = 0; sample < lights.length; sample++) {
    const at = 3 * SAMPLED * sample
    // Light grows with its number.
    lights[sample] = light[Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)] ?? 0
  }
  return lights.sort()[Math.floor(lights.length * (1 - SPECULAR_SHARE))] ?? 1
}

/**
 * The factor by which a pixel's light is scaled, by its brightest channel, for a picture of this brightness (ITU-R
 * BT.2390, 5.4.1).
 */
function toneMapping(brightest: number): (light: number) => number {
  if (brightest <= 1) return () => 1
  const peak = pqSignal(brightest)
  const white = pqSignal(1) / peak
  const knee = 1.5 * white - 0.5
  return (light) => {
    const signal = Math.min(1, pqSignal(light) / peak)
    if (signal <= knee) return 1
    const t = (signal - knee) / (1 - knee)
    const [t2, t3] = [t ** 2, t ** 3]
    const compressed =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * white
    return pqLight(compressed * peak) / light
  }
}

const byteOf = (light: number): number => Math.round(255 * fastCode(light))

/**
 * The code points in a PNG's cICP chunk (ISO/IEC 15948:2025, 11.3.2.6) or in a profile's cicp tag (ICC.1:2022, 9.2.17);
 * null without either.
 */
export function codePointsOf(bytes: Uint8Array, profile: Uint8Array | undefined): CodePoints | null {
  return codePointsOfPng(bytes) ?? (profile ? codePointsOfProfile(profile) : null)
}

const PNG_HEAD_BYTES = 8

function codePointsOfPng(bytes: Uint8Array): CodePoints | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 1, 4) !== 'PNG') return null
  // Each chunk: length, name, data, check.
  for (let at = PNG_HEAD_BYTES; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return null
    if (name === 'cICP') return { primaries: file.readUInt8(at + 8), transfer: file.readUInt8(at + 9) }
  }
  return null
}

const PROFILE_HEAD_BYTES = 128

function codePointsOfProfile(profile: Uint8Array): CodePoints | null {
  const file = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength)
  if (file.length < PROFILE_HEAD_BYTES + 4) return null
  const count = Math.min(file.readUInt32BE(PROFILE_HEAD_BYTES), (file.length - PROFILE_HEAD_BYTES - 4) / 12)
  for (let index = 0; index + 1 <= count; index++) {
    const entry = PROFILE_HEAD_BYTES + 4 + 12 * index
    if (file.toString('latin1', entry, entry + 4) !== 'cicp') continue
    // The tag: its name, four bytes of nothing, the numbers.
    const at = file.readUInt32BE(entry + 4) + 8
    return at + 2 <= file.length ? { primaries: file.readUInt8(at), transfer: file.readUInt8(at + 1) } : null
  }
  return null
}
