import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { clearOf, lightDisc } from './light-disc.ts'

const head = { x: 0.4, y: 0.45, share: 0.5 }

describe('clearOf', () => {
  testEach([
    ['keeps a disc far from the head', { x: 0.05, y: 0.1, radius: 0.03 }, 0.9, 1],
    ['fades one under the ear', { x: 0.63, y: 0.5, radius: 0.03 }, 0, 0.15],
    ['fades one on the crown', { x: 0.4, y: 0.18, radius: 0.03 }, 0, 0.15],
    ['fades a large one sooner', { x: 0.12, y: 0.2, radius: 0.1 }, 0, 0.6],
  ])('%s', (_, at, least, most) => {
    const share = clearOf(head, at)
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  })
})

describe('lightDisc', () => {
  const plane = { width: 320, height: 400, data: new Float32Array(320 * 400) }
  lightDisc([plane], { x: 0.1, y: 0.1, radius: 0.05 }, [1], { x: 0.7, y: 0.8, share: 0.2 })
  const at = (x: number, y: number) => plane.data[(40 + y) * 320 + 40 + x] ?? 0

  test('is a little brighter towards its edge and fades over several pixels', () => {
    expect(at(14, 0)).toBeGreaterThan(at(0, 0))
    expect(at(14, 0)).toBeLessThan(1.2 * at(0, 0))
    const edge = [16, 17, 18, 19, 20].map((x) => at(x, 0))
    expect(edge).toEqual([...edge].sort((p, q) => q - p))
    expect(at(18, 0)).toBeGreaterThan(0.3 * at(0, 0))
    expect(at(18, 0)).toBeLessThan(0.9 * at(0, 0))
  })

  test('is cut towards the corner by the lens barrel', () => {
    expect(at(-12, -12)).toBeLessThan(0.5 * at(12, 12) + 0.1)
    expect(at(0, 0)).toBeGreaterThan(0.7)
  })
})
