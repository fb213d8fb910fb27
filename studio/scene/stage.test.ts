import { describe, expect, test } from '#tests/support/node-test.ts'
import { createStage } from './stage.fixture.ts'
import { clearOfHead, createLayer, lightDisc, rectangle } from './stage.ts'

const stage = createStage(60, 1, 15)

test('a rectangle covers its own area, also between pixels', () => {
  const layer = createLayer(stage)
  rectangle(stage, layer, { left: 0.101, top: 0.2, right: 0.437, bottom: 0.6 }, [1, 1, 1])
  const area = layer.a.reduce((sum, value) => sum + value, 0)
  expect(area).toBeCloseTo((0.437 - 0.101) * 0.4 * 60 * 60, 0)
})

describe('clearOfHead', () => {
  test.each([
    ['keeps a disc far from the head', { x: 0.05, y: 0.1, radius: 0.03 }, 0.9, 1],
    ['fades one under the ear', { x: 0.63, y: 0.5, radius: 0.03 }, 0, 0.15],
    ['fades one on the crown', { x: 0.4, y: 0.13, radius: 0.03 }, 0, 0.15],
    ['fades a large one sooner', { x: 0.12, y: 0.2, radius: 0.1 }, 0, 0.6],
  ])('%s', (_, at, least, most) => {
    const share = clearOfHead(stage, at)
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  })
})

describe('lightDisc', () => {
  const large = createStage(400, 1)
  const layer = createLayer(large)
  lightDisc(large, layer, { x: 0.1, y: 0.1, radius: 0.05 }, [1, 1, 1])
  const at = (x: number, y: number) => layer.r[(40 + y) * large.width + 40 + x] ?? 0

  test('is a little brighter towards its edge and fades over several pixels', () => {
    expect(at(14, 0)).toBeGreaterThan(at(0, 0))
    expect(at(14, 0)).toBeLessThan(1.2 * at(0, 0))
    const edge = [16, 17, 18, 19, 20].map((x) => at(x, 0))
    expect(edge).toEqual([...edge].sort((p, q) => q - p))
    expect(at(18, 0)).toBeGreaterThan(0.3 * at(0, 0))
    expect(at(18, 0)).toBeLessThan(0.9 * at(0, 0))
  })

  test('is cut towards the corner as the barrel cuts it', () => {
    expect(at(-12, -12)).toBeLessThan(0.5 * at(12, 12) + 0.1)
    expect(at(0, 0)).toBeGreaterThan(0.7)
  })
})
