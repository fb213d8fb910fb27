import { test } from 'node:test'
import { expect } from 'expect'
import { PAD, UNIT } from '#studio/plates/plate.ts'
import { testEach } from '#tests/support/each.ts'
import { STYLES, VARIATIONS } from './styles.ts'
import { cutFor, cutPlate, drawLocation, placeLight, plateOf } from './location.ts'

test('no two variations of a selfie have the same plate with its light from the same side', () => {
  const views = VARIATIONS.map(({ side }, variation) => `${plateOf(variation)} ${side}`)
  expect(new Set(views).size).toBe(VARIATIONS.length)
})

test('a cut shows its place, and its mirror image the other way round', () => {
  const [width, height] = [300, 200]
  const ramp = Float32Array.from(
    { length: width * height },
    (_, i) => (i % width) + 1000 * Math.floor(i / width),
  )
  const cut = { left: 0.1, top: 0.05, zoom: 1, mirrored: false }
  const size = { width: 40, height: UNIT }
  const [plane] = cutPlate({ width, height, planes: [ramp] }, { ...cut, zoom: 4 }, size)
  const [turned] = cutPlate({ width, height, planes: [ramp] }, { ...cut, zoom: 4, mirrored: true }, size)
  const row = (data: Float32Array | undefined, y: number) =>
    Array.from(data?.slice(y * 40, y * 40 + 40) ?? [])
  expect(row(turned?.data, 7)).toEqual(row(plane?.data, 7).reverse())
  const first = row(plane?.data, 0)
  expect(first[0]).toBeCloseTo((PAD + 0.1) * UNIT - 0.375 + 1000 * ((PAD + 0.05) * UNIT - 0.375), 0)
  expect((first[39] ?? 0) - (first[0] ?? 0)).toBeCloseTo(39 / 4, 1)
})

const { scene } = STYLES['swiss-alps']
if (scene.kind !== 'location') throw new Error('a place expected')
const head = { headX: 0.5, headY: 0.4, headShare: 0.5 }
const order = { set: scene, seed: 3, variation: 0, width: 800, height: 1000, light: 1, ...head } as const

testEach([
  ['left', 0.5],
  ['right', 0.5],
  ['right', 0.42],
] as const)(
  'lit from the %s, a head at %f of the width stands where the plate has room for one',
  (side, headX) => {
    const stand = [0.7, 0.75] as const
    const { left, zoom, mirrored } = cutFor({ ...order, side, headX }, { stand, lightFrom: 'left' })
    const across = (mirrored ? 1 - headX : headX) * 0.8
    expect(mirrored).toBe(side === 'right')
    expect(left + across / zoom).toBeGreaterThanOrEqual(stand[0])
    expect(left + across / zoom).toBeLessThanOrEqual(stand[1])
  },
)

test('a tighter crop enlarges a place about the eyes', () => {
  const notes = { stand: [0.8, 0.8], lightFrom: 'left' } as const
  const eyes = (headShare: number) => {
    const { top, zoom } = cutFor({ ...order, side: 'left', headShare }, notes)
    return top + order.headY / zoom
  }
  expect(eyes(0.58)).toBeCloseTo(eyes(0.45), 6)
})

test('the light on the person is turned round with the place', async () => {
  const [left, right] = await Promise.all([
    placeLight({ ...order, side: 'left' }),
    placeLight({ ...order, side: 'right' }),
  ])
  expect(right).toEqual({ ...left, left: left.right, right: left.left })
})

test('light from the other side is the same place the other way round, but for the discs beside the head', async () => {
  const [left] = await drawLocation({ ...order, side: 'left' })
  const [right] = await drawLocation({ ...order, side: 'right' })
  const turned = right.data.map((_, i) => right.data[i - 2 * (i % 256) + 255] ?? 0)
  expect(turned).toEqual(left.data)
})
