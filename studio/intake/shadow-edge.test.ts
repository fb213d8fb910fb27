import { expect, test } from '#tests/support/node-test.ts'
import { shadowEdge } from './shadow-edge.ts'
import { PATCH_SIDE, REGIONS } from './skin-patch.ts'
import type { FacePatch } from './skin-patch.ts'

type Light = (x: number, y: number) => number

/** A round face in the middle of the patch under this light; eyes and mouth have no extent. */
function faceUnder(light: Light): FacePatch {
  const middle = PATCH_SIDE / 2
  const empty = new Float32Array(PATCH_SIDE * PATCH_SIDE)
  const at = new Map<number, { x: number; y: number }>([
    [168, { x: middle, y: middle - 20 }],
    [4, { x: middle, y: middle + 10 }],
  ])
  REGIONS.oval.forEach((vertex, i) => {
    const angle = (2 * Math.PI * i) / REGIONS.oval.length
    at.set(vertex, { x: middle + 65 * Math.sin(angle), y: middle - 85 * Math.cos(angle) })
  })
  return {
    rgb: new Float32Array(3 * PATCH_SIDE * PATCH_SIDE),
    luminance: empty.map((_, i) => light(i % PATCH_SIDE, Math.floor(i / PATCH_SIDE))),
    luma: empty,
    a: empty,
    b: empty,
    point: (vertex) => at.get(vertex) ?? { x: 0, y: 0 },
  }
}

const MIDDLE = PATCH_SIDE / 2
test.each<[string, Light, number]>([
  ['even light', () => 0.3, 0],
  ['half the face in shadow', (x) => (x < MIDDLE ? 0.1 : 0.3), Math.log(3)],
  ['the edge beside the nose', (x) => (x < MIDDLE + 24 ? 0.3 : 0.1), Math.log(3)],
  ['a slanting edge', (x, y) => (x - MIDDLE < 0.3 * (y - MIDDLE) ? 0.1 : 0.3), Math.log(3)],
])('%s', (_name, light, step) => {
  expect(shadowEdge(faceUnder(light))).toBeCloseTo(step, 1)
})

test('light that falls off gently has no edge, however far it falls', () => {
  const gentle = faceUnder((x) => 0.3 * 6 ** ((x - PATCH_SIDE) / 130))
  expect(shadowEdge(gentle)).toBeLessThan(0.2)
})

test('a fringe that darkens one side of the forehead is no shadow', () => {
  const fringe = faceUnder((x, y) => (x < MIDDLE && y < 60 ? 0.03 : 0.3))
  expect(shadowEdge(fringe)).toBeLessThan(0.1)
})
