import { describe, test } from 'node:test'
import { expect } from 'expect'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { facialSkin } from '#studio/person/skin.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { mapSkin, SKIN_CELL } from './skin-map.ts'
import type { Cells } from './skin-map.ts'

const WIDTH = 128
const HEIGHT = 160
/** Face of 240 pixels about the middle, in cells of four. */
const SMALL = drawnMesh(256, 280, 240).map((value) => value / SKIN_CELL)
const SKIN = [0.72, 0.52, 0.42] as const

type Colour = readonly [number, number, number]

/** A face with an ear, a neck in shade and a shirt, as cells. */
function person({ ear, neck, shirt }: { ear: Colour; neck: Colour; shirt: Colour }): Cells {
  const size = WIDTH * HEIGHT
  const plane = () => new Float32Array(size)
  const cells = {
    width: WIDTH,
    height: HEIGHT,
    r: plane(),
    g: plane(),
    b: plane(),
    alpha: plane().fill(1),
    mesh: SMALL,
  }
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let colour: Colour = [0.1, 0.09, 0.09]
      if (y > 115) colour = shirt
      else if (y > 98 && Math.abs(x - 64) < 16) colour = neck
      if (Math.hypot((x - 64) / 24, (y - 70) / 31) < 1) colour = SKIN
      if (Math.hypot((x - 92) / 5, (y - 68) / 9) < 1) colour = ear
      const i = y * WIDTH + x
      cells.r[i] = colour[0]
      cells.g[i] = colour[1]
      cells.b[i] = colour[2]
    }
  }
  return cells
}

function mapped(cells: Cells): Plane {
  return mapSkin(cells, facialSkin(SMALL, WIDTH, HEIGHT))
}

const at = ({ data }: Plane, x: number, y: number) => data[y * WIDTH + x] ?? 0

const EAR = [92, 68] as const
const NECK = [64, 106] as const
const SHIRT = [64, 121] as const

describe('mapSkin', () => {
  const red: Colour = [0.74, 0.44, 0.36]
  const shade: Colour = [0.5, 0.35, 0.28]

  test('finds face, a flushed ear and a neck in shade', () => {
    const map = mapped(person({ ear: red, neck: shade, shirt: [0.1, 0.12, 0.2] }))
    expect(at(map, 64, 76)).toBeGreaterThan(0.95)
    expect(at(map, ...EAR)).toBeGreaterThan(0.5)
    expect(at(map, ...NECK)).toBeGreaterThan(0.6)
  })

  const gleam = [0.86, 0.76, 0.71] as const

  test('a surface as pale as a gleam counts as cloth beside a neck', () => {
    const cells = person({ ear: gleam, neck: shade, shirt: gleam })
    expect(at(mapped(cells), ...SHIRT)).toBeLessThan(0.2)
  })

  test('a lock of the skin’s colour beside the face does not count as skin', () => {
    const cells = person({ ear: red, neck: shade, shirt: [0.1, 0.12, 0.2] })
    for (let y = 60; y < 110; y++)
      for (let x = 34; x < 36; x++)
        [cells.r, cells.g, cells.b].forEach((plane, c) => (plane[y * WIDTH + x] = SKIN[c] ?? 0))
    expect(at(mapped(cells), 34, 80)).toBeLessThan(0.1)
  })

  testEach([
    ['white', [0.93, 0.93, 0.94]],
    ['pale blue', [0.7, 0.78, 0.9]],
    ['black', [0.05, 0.05, 0.05]],
    ['yellow', [0.9, 0.72, 0.2]],
  ] as const)('leaves a %s shirt', (_, shirt) => {
    const map = mapped(person({ ear: red, neck: shade, shirt }))
    expect(at(map, ...SHIRT)).toBeLessThan(0.1)
  })

  test('leaves out eyes, brows and lips', () => {
    const map = mapped(person({ ear: red, neck: shade, shirt: [0.1, 0.12, 0.2] }))
    // The right eye of the drawn mesh.
    expect(
      at(map, Math.round((256 - 0.42 * 0.38 * 240) / SKIN_CELL), Math.round((280 - 0.1 * 240) / SKIN_CELL)),
    ).toBeLessThan(0.3)
  })

  testEach([
    ['a forehead that shines above the mesh', [0.93, 0.72, 0.61], 0.5, 1],
    ['white hair', [0.93, 0.92, 0.9], 0, 0.2],
    ['light from the sky on dark hair', [0.7, 0.74, 0.8], 0, 0.1],
    ['dark hair', [0.2, 0.15, 0.12], 0, 0.1],
  ] as const)('%s', (_, colour, least, most) => {
    const cells = person({ ear: red, neck: shade, shirt: [0.1, 0.12, 0.2] })
    const aboveMesh = [64, 37] as const
    for (let y = 32; y < 42; y++)
      for (let x = 54; x < 74; x++)
        [cells.r, cells.g, cells.b].forEach((plane, c) => (plane[y * WIDTH + x] = colour[c] ?? 0))
    const found = at(mapped(cells), ...aboveMesh)
    expect(found).toBeGreaterThanOrEqual(least)
    expect(found).toBeLessThanOrEqual(most)
  })
})
