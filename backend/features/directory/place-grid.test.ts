import { describe, test } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import { testEach } from '#tests/support/each.ts'
import { cellOf, cellsAround, metersBetween, type Point } from './place-grid.ts'

const ZURICH = { latitude: 47.3769, longitude: 8.5417 }
const GENEVA = { latitude: 46.2044, longitude: 6.1432 }

testEach([
  ['Zürich to Genève', ZURICH, GENEVA, 224_000],
  ['a point to itself', ZURICH, ZURICH, 0],
  ['over the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111_195],
  ['pole to pole', { latitude: 90, longitude: 12 }, { latitude: -90, longitude: -77 }, 20_015_115],
])('%s', (_what, one, other, expected) => {
  expect(Math.abs(metersBetween(one, other) - expected)).toBeLessThan(1 + expected * 0.005)
})

describe('cells', () => {
  test('the edges of the map lie in the grid', () => {
    expect(cellOf({ latitude: -90, longitude: -180 })).toBe(0)
    expect(cellOf({ latitude: 90, longitude: 179.999 })).toBe(720 * 1440 - 1)
    expect(cellOf({ latitude: 10, longitude: 180 })).toBe(cellOf({ latitude: 10, longitude: -180 }))
  })

  const point = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  const inside = (at: Point, radius: number, cell: number) =>
    cellsAround(at, radius).some(({ first, last }) => first <= cell && cell <= last)

  test('every point within the radius lies in one of the cells around, anywhere on Earth', () => {
    const neighbours = fc.record({
      at: point,
      radius: fc.constantFrom(25_000, 150_000, 3_000_000),
      north: fc.double({ min: -1, max: 1, noNaN: true }),
      east: fc.double({ min: -1, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(neighbours, ({ at, radius, north, east }) => {
        const degrees = radius / 111_195
        const latitude = Math.max(-90, Math.min(90, at.latitude + north * degrees))
        const narrowing = Math.max(0.001, Math.cos((at.latitude * Math.PI) / 180))
        const turned = at.longitude + (east * degrees) / narrowing
        const longitude = ((((turned + 180) % 360) + 360) % 360) - 180
        const other = { latitude, longitude }
        fc.pre(metersBetween(at, other) <= radius)
        expect(inside(at, radius, cellOf(other))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('there are few cells where the meridians are far apart, and no cell is in two ranges', () => {
    for (const at of [ZURICH, { latitude: 1, longitude: 179.99 }, { latitude: 69.6, longitude: 18.9 }]) {
      const cells = cellsAround(at, 25_000).flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, n) => first + n),
      )
      expect(new Set(cells).size).toBe(cells.length)
      expect(cells.length).toBeLessThan(50)
    }
  })
})
