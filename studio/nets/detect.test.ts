import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { anglesOf, detectFaces } from './detect.ts'
import { segmentPerson } from './segment.ts'

const RADIANS = Math.PI / 180

/** A head as four points: forehead, chin, right and left edge, turned by roll after pitch after yaw. */
function head(yawDeg: number, pitchDeg: number, rollDeg: number): Float32Array {
  const mesh = new Float32Array(478 * 3)
  const points: [number, [number, number, number]][] = [
    [10, [0, -100, 0]],
    [152, [0, 100, 0]],
    [234, [-70, 0, 0]],
    [454, [70, 0, 0]],
  ]
  const [sy, cy] = [Math.sin(yawDeg * RADIANS), Math.cos(yawDeg * RADIANS)]
  const [sp, cp] = [Math.sin(pitchDeg * RADIANS), Math.cos(pitchDeg * RADIANS)]
  const [sr, cr] = [Math.sin(rollDeg * RADIANS), Math.cos(rollDeg * RADIANS)]
  for (const [vertex, [x, y, z]] of points) {
    const turned = [x * cy - z * sy, y, x * sy + z * cy] as const
    const nodded = [turned[0], turned[1] * cp - turned[2] * sp, turned[1] * sp + turned[2] * cp] as const
    mesh.set(
      [300 + nodded[0] * cr - nodded[1] * sr, 300 + nodded[0] * sr + nodded[1] * cr, nodded[2]],
      vertex * 3,
    )
  }
  return mesh
}

describe('angles of the head', () => {
  testEach([
    [0, 0, 0],
    [20, 0, 0],
    [-35, 0, 0],
    [0, 15, 0],
    [0, -15, 10],
    [0, 0, -40],
    [25, 0, 30],
  ])('yaw %d, pitch %d, roll %d', (yawDeg, pitchDeg, rollDeg) => {
    const angles = anglesOf(head(yawDeg, pitchDeg, rollDeg))
    expect(angles.yawDeg).toBeCloseTo(yawDeg, 3)
    expect(angles.pitchDeg).toBeCloseTo(pitchDeg, 3)
    expect(angles.rollDeg).toBeCloseTo(rollDeg, 3)
  })
})

describe('the nets on pictures without a face', () => {
  testEach([
    [1, 1],
    [3, 700],
    [64, 64],
  ])('%d x %d pixels hold no face and a finite mask', async (width, height) => {
    const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919) % 256)
    const raster = { width, height, data }
    expect(await detectFaces(raster)).toEqual([])
    const mask = await segmentPerson(raster)
    expect(mask.data).toHaveLength(width * height)
    expect(mask.data.every(Number.isFinite)).toBe(true)
  })
})
