import { describe, expect, test } from '#tests/support/node-test.ts'
import { toCode, toLinear } from '#studio/color.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { Plane } from '#studio/raster.ts'
import { clearFace } from './clearance.ts'
import type { EdgeSpot } from './clearance.ts'

const WALL = 75
const CLEARANCE = 18

const light = (level: number) => toLinear(level / 255)

function greyWall(): [Plane, Plane, Plane] {
  const plane = () => {
    const wall = createPlane(64, 80)
    wall.data.fill(light(WALL))
    return wall
  }
  return [plane(), plane(), plane()]
}

/** The outline of a face whose sides have these levels. */
const outline = (left: number, right: number): EdgeSpot[] =>
  [0.35, 0.4, 0.45, 0.5].flatMap((y) => [
    { side: 'left', x: 0.3, y, light: light(left) },
    { side: 'right', x: 0.7, y, light: light(right) },
  ])

/** Level of the wall beside each side of the face, of a face in the middle of the picture. */
function besideFace(left: number, right: number): [number, number] {
  const wall = greyWall()
  clearFace(wall, {
    spots: outline(left, right),
    grade: { contrast: 0, exposureEv: 0 },
    clearance: CLEARANCE / 255,
    headX: 0.5,
    headY: 0.42,
    aspect: 0.8,
  })
  const at = (x: number) => 255 * toCode(wall[1].data[34 * 64 + x] ?? 0)
  return [at(19), at(45)]
}

describe('clearFace', () => {
  test('leaves a wall that the face stands out from', () => {
    const [left, right] = besideFace(150, 110)
    expect(left).toBeCloseTo(right, 0)
    expect(left / (255 * toCode(light(WALL)))).toBeCloseTo(1, 2)
  })

  test.each([
    ['a little lighter than the wall', WALL + 3],
    ['a little darker', WALL - 3],
  ])('moves the wall away from a shadow side %s, the other side stays', (_, shade) => {
    const [left, right] = besideFace(160, shade)
    expect(Math.abs(right - 255 * toCode(light(shade)))).toBeGreaterThan(0.75 * CLEARANCE)
    expect(Math.sign(right - left)).toBe(Math.sign(WALL - shade))
  })
})
