import { expect, test } from '@jest/globals'
import { hang } from './loft.ts'
import { createStage } from './stage.fixture.ts'

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)

test('a lamp hangs beside the head, never before or over it', () => {
  const pendants = SEEDS.map((seed) => hang(createStage(10, seed), 6)).filter((pendant) => pendant !== null)
  expect(pendants.length).toBeGreaterThan(10)
  const { head } = createStage(10, 0)
  for (const { x } of pendants) expect(x).toBeGreaterThan(head.x + head.share / 2)
})

test('no lamp hangs where a large head leaves no room', () => {
  const lamps = SEEDS.map((seed) => {
    const stage = createStage(10, seed)
    return hang({ ...stage, head: { ...stage.head, share: 0.75 } }, 6)
  })
  expect(lamps.every((pendant) => pendant === null)).toBe(true)
})
