import { expect, test } from '#tests/support/node-test.ts'
import { PAD, UNIT } from '#studio/plates/plate.ts'
import { STYLES, VARIATIONS } from './styles.ts'
import { cutPlate, drawLocation, plateOf } from './location.ts'

test('no two variations of a selfie have the same plate with its light from the same side', () => {
  const views = VARIATIONS.map(({ side }, variation) => `${plateOf(variation)} ${side}`)
  expect(new Set(views).size).toBe(VARIATIONS.length)
})

test('a cut shows the place it says, and its mirror image the other way round', () => {
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

test('light from the other side is the same place the other way round, but for the discs beside the head', async () => {
  const { scene } = STYLES['swiss-alps']
  if (scene.kind !== 'location') throw new Error('a place expected')
  const order = { set: scene, seed: 3, variation: 0, width: 800, height: 1000, light: 1 } as const
  const head = { headX: 0.5, headY: 0.4, headShare: 0.5 }
  const [left] = await drawLocation({ ...order, ...head, side: 'left' })
  const [right] = await drawLocation({ ...order, ...head, side: 'right' })
  const turned = right.data.map((_, i) => right.data[i - 2 * (i % 256) + 255] ?? 0)
  expect(turned).toEqual(left.data)
})
