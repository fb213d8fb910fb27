import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { drawnMesh } from './drawn-person.fixture.ts'
import { cameraOf, correctionOf } from './perspective.ts'
import { warp } from './warp.ts'

const PHONE = { width: 3000, height: 2250 }
/** A front camera: 75 degrees across the frame. */
const FRONT_MM = 28.2

/** A drawn face with irises, `pupils` pixels apart, its width in proportion to that as `ratio` says. */
function faceOf(pupils: number, ratio = 0.47, at = { x: 1500, y: 1100 }): Float32Array {
  const mesh = new Float32Array(478 * 3)
  mesh.set(drawnMesh(at.x, at.y, pupils / ratio / 0.76))
  const place = (index: number, x: number, y: number, z: number) =>
    mesh.set([at.x + x, at.y + y, z], index * 3)
  const tall = pupils / ratio / 0.76
  place(468, -pupils / 2, -0.1 * tall, -0.25 * tall)
  place(473, pupils / 2, -0.1 * tall, -0.25 * tall)
  place(234, -pupils / ratio / 2, 0, 0)
  place(454, pupils / ratio / 2, 0, 0)
  place(1, 0, 0.08 * tall, -0.4 * tall)
  return mesh
}

const seen = (mesh: Float32Array, yawDeg = 0) => ({ mesh, yawDeg })

testEach([
  // Diagonal 3750 px at 75 degrees: 2443 px of focal length, 63 mm between the pupils.
  { name: 'arm’s length', pupils: 342, picture: PHONE, distanceMm: 450 },
  { name: 'a stretched arm, upright', pupils: 220, picture: { width: 2250, height: 3000 }, distanceMm: 700 },
  { name: 'across a table', pupils: 103, picture: PHONE, distanceMm: 1494 },
  { name: 'a wide frame', pupils: 342, picture: { width: 3000, height: 1688 }, distanceMm: 413 },
])('the distance of $name is read from the pupils', ({ pupils, picture, distanceMm }) => {
  expect(cameraOf(seen(faceOf(pupils)), picture, FRONT_MM)?.distanceMm).toBeCloseTo(distanceMm, -1)
})

testEach([
  {
    name: 'a phone’s main camera, shrunk',
    picture: { width: 1600, height: 1200 },
    focalLength35Mm: 26,
    distanceMm: 663,
  },
  {
    name: 'a reflex camera’s frame',
    picture: { width: 3000, height: 2000 },
    focalLength35Mm: 50,
    distanceMm: 2123,
  },
  { name: 'a phone’s tele camera', picture: PHONE, focalLength35Mm: 77, distanceMm: 3401 },
])('what the camera wrote of itself counts: $name', ({ picture, focalLength35Mm, distanceMm }) => {
  const pupils = picture.width < 2000 ? 114 : 123.6
  const camera = cameraOf(seen(faceOf(pupils)), picture, focalLength35Mm)
  expect(camera?.distanceMm).toBeCloseTo(distanceMm, -1)
})

test('a turned head’s pupils are nearer to each other than they are', () => {
  const straight = cameraOf(seen(faceOf(340)), PHONE, FRONT_MM)?.distanceMm ?? 0
  expect(
    cameraOf(seen(faceOf(340 * Math.cos(0.35)), (0.35 * 180) / Math.PI), PHONE, FRONT_MM)?.distanceMm,
  ).toBeCloseTo(straight)
})

testEach([
  { name: 'a portrait format', picture: { width: 2400, height: 3000 } },
  { name: 'a cut-out of no camera’s shape', picture: { width: 3000, height: 2100 } },
  { name: 'a head turned away', picture: PHONE, yawDeg: 28 },
  { name: 'a frame whose focal length was lost', picture: PHONE, focalLength35Mm: null },
])('$name does not tell the distance, and is left alone', ({ picture, yawDeg = 0, ...lens }) => {
  const { focalLength35Mm = FRONT_MM } = lens
  const camera = cameraOf(seen(faceOf(342), yawDeg), picture, focalLength35Mm)
  expect(camera).toBeNull()
  expect(correctionOf(faceOf(342), camera)).toBeNull()
})

test('a face far away is not corrected, nor one whose width shows no nearness', () => {
  const far = faceOf(103)
  expect(correctionOf(far, cameraOf(seen(far), PHONE, FRONT_MM))).toBeNull()
  // By its size this face would be at arm's length before a front camera, but a tele lens took it.
  const tele = faceOf(342)
  expect(correctionOf(tele, cameraOf(seen(tele), PHONE, 77))).toBeNull()
  const wide = faceOf(342, 0.41)
  expect(correctionOf(wide, cameraOf(seen(wide), PHONE, FRONT_MM))).toBeNull()
})

test('features nearer to the camera move to the middle, the more the nearer the camera; the border stays', () => {
  const spread = (distanceMm: number) => {
    const mesh = faceOf(342)
    const moved = correctionOf(mesh, { distanceMm, trust: 1 })?.moved(mesh) ?? mesh
    // Border and sides stay, and all outside.
    for (const index of [10, 152, 234, 454])
      for (const axis of [0, 1])
        expect(Math.abs((moved[index * 3 + axis] ?? 0) - (mesh[index * 3 + axis] ?? 0))).toBeLessThan(2)
    return ((moved[473 * 3] ?? 0) - (moved[468 * 3] ?? 0)) / 342
  }
  const shares = [300, 400, 500, 620].map(spread)
  expect(shares).toEqual(shares.toSorted((p, q) => p - q))
  expect(shares[0]).toBeGreaterThan(0.85)
  expect(shares[0]).toBeLessThan(0.95)
  expect(shares[3]).toBeLessThan(1)
})

test('undoes most of what a near camera does to a face, in pixels and mesh alike', async () => {
  const mesh = faceOf(140, 0.47, { x: 256, y: 300 })
  const correction = correctionOf(mesh, { distanceMm: 400, trust: 1 })
  if (!correction) throw new Error('expected a correction')
  // A dot on each pupil: the mesh must point at it after the correction.
  const size = { width: 512, height: 600 }
  const data = new Uint8Array(size.width * size.height * 3)
  for (const index of [468, 473]) {
    const [x, y] = [Math.round(mesh[index * 3] ?? 0), Math.round(mesh[index * 3 + 1] ?? 0)]
    for (let v = -3; v <= 3; v++) data.fill(255, ((y + v) * 512 + x - 3) * 3, ((y + v) * 512 + x + 4) * 3)
  }
  const frame = { ...size, originX: 0, originY: 0, acrossX: 1, acrossY: 0 }
  const { raster } = await warp({ ...size, data }, frame, correction)
  const moved = correction.moved(mesh)
  const { raster: same } = await warp({ ...size, data }, frame)
  expect(Buffer.compare(same.data, data)).toBe(0)
  for (const index of [468, 473]) {
    const from = mesh[index * 3] ?? 0
    const to = moved[index * 3] ?? 0
    expect(Math.abs(to - from)).toBeGreaterThan(2)
    let [sum, weight] = [0, 0]
    for (let i = 0; i < size.width * size.height; i++) {
      if ((i % 512) - 256 > 0 !== to - 256 > 0) continue
      weight += raster.data[i * 3] ?? 0
      sum += (i % 512) * (raster.data[i * 3] ?? 0)
    }
    expect(Math.abs(sum / weight - to)).toBeLessThan(0.8)
  }
})
