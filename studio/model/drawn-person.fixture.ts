import { createRandom } from '#studio/scene/noise.ts'
import { LINEAR_OF_BYTE, fastCode, labOf, linearOf } from '#studio/picture/color.ts'
import type { Lab } from '#studio/picture/color.ts'
import { FRAME_HEIGHT, FRAME_WIDTH } from '#studio/person/frame.ts'
import { measureLight } from '#studio/person/light.ts'
import { FACE_OVAL, LEFT_BROW, LEFT_EYE, LIPS, RIGHT_BROW, RIGHT_EYE } from '#studio/person/landmarks.ts'
import type { PreparedSelfie } from './selfie-file.ts'
import { facialSkin, measureSkin } from '#studio/person/skin.ts'

/** Between the lips. */
const MOUTH = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
] as const

/** A face mesh drawn from ellipses: enough for everything that reads parts and depth of the real one. */
export function drawnMesh(centreX: number, centreY: number, height: number): Float32Array {
  const mesh = new Float32Array(468 * 3)
  const random = createRandom(11)
  const place = (index: number, u: number, v: number) => {
    const depth = Math.sqrt(Math.max(0, 1 - Math.min(1, u * u + v * v)))
    mesh[index * 3] = centreX + u * height * 0.38
    mesh[index * 3 + 1] = centreY + v * height * 0.5
    mesh[index * 3 + 2] = -depth * height * 0.35
  }
  for (let index = 0; index < 468; index++) {
    const angle = random() * 2 * Math.PI
    const radius = Math.sqrt(random())
    place(index, Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  const ring = (indices: readonly number[], u: number, v: number, ru: number, rv: number, from: number) => {
    indices.forEach((index, k) => {
      const angle = from + (k / indices.length) * 2 * Math.PI
      place(index, u + Math.cos(angle) * ru, v + Math.sin(angle) * rv)
    })
  }
  ring(FACE_OVAL, 0, 0, 1, 1, -Math.PI / 2)
  ring(RIGHT_EYE, -0.42, -0.2, 0.16, 0.05, Math.PI)
  ring(LEFT_EYE, 0.42, -0.2, 0.16, 0.05, Math.PI)
  ring(RIGHT_BROW, -0.42, -0.36, 0.2, 0.04, Math.PI)
  ring(LEFT_BROW, 0.42, -0.36, 0.2, 0.04, Math.PI)
  ring(LIPS, 0, 0.48, 0.26, 0.1, Math.PI)
  ring(MOUTH, 0, 0.48, 0.2, 0.03, Math.PI)
  return mesh
}

/** A head with shoulders of one skin tone, framed as a selfie would be; `scale` 1/8 for tests that do not render. */
export function drawnSelfie(id: string, skin: Lab, seed = 1, scale = 1): PreparedSelfie {
  const width = FRAME_WIDTH * scale
  const height = FRAME_HEIGHT * scale
  const mesh = drawnMesh(width / 2, 560 * scale, 480 * scale)
  const random = createRandom(seed)
  const foreground = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  const tone = linearOf(skin)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const head = Math.hypot((x / scale - 576) / 235, (y / scale - 530) / 330)
      const shoulders = Math.hypot((x / scale - 576) / 520, (y / scale - 1440) / 560)
      const coverage = Math.max(Math.min(1, (1 - head) * 30), Math.min(1, (1 - shoulders) * 60))
      alpha[i] = Math.max(0, Math.min(255, coverage * 255))
      const face = Math.hypot((x / scale - 576) / 190, (y / scale - 560) / 245) < 1
      const light = (1 + 0.25 * ((x / scale - 576) / 235)) * (0.97 + 0.06 * random())
      tone.forEach((value, c) => {
        const cloth = [0.03, 0.035, 0.05][c] ?? 0
        const linear = face ? value * light : head < 1.1 ? 0.05 * light : cloth
        foreground[i * 3 + c] = 255 * fastCode(linear)
      })
    }
  }
  const descriptor = Float32Array.from({ length: 1024 }, () => random() / 32)
  const secondDescriptor = Float32Array.from({ length: 128 }, () => random() / 11)
  const raster = { width, height, data: foreground }
  const skinMap = facialSkin(mesh, width, height)
  return {
    id,
    width,
    height,
    pixels: { kind: 'raw', foreground, alpha },
    mesh,
    descriptor,
    secondDescriptor,
    yawDeg: 0,
    pitchDeg: 0,
    skin: measureSkin(raster, skinMap),
    light: measureLight(raster, mesh, skinMap),
    hands: [],
    surroundLuminance: 0.3,
    sourceScale: 1 / scale,
  }
}

/** Skin tone of a finished picture whose face is the drawn one, by its middle. */
export function drawnFaceTone(raster: { width: number; height: number; data: Uint8Array }): Lab {
  const sums = [0, 0, 0]
  let count = 0
  for (let y = Math.round(raster.height * 0.34); y < raster.height * 0.42; y++) {
    for (let x = Math.round(raster.width * 0.42); x < raster.width * 0.58; x++) {
      const at = (y * raster.width + x) * 3
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (LINEAR_OF_BYTE[raster.data[at + c] ?? 0] ?? 0)
      count++
    }
  }
  const [r = 0, g = 0, b = 0] = sums
  return labOf(r / count, g / count, b / count)
}
