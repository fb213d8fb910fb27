import { test } from 'node:test'
import { expect } from 'expect'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { headFrom } from './head.ts'
import type { Head } from './head.ts'
import { placeCrop } from './place.ts'
import { EXPORT_PRESETS } from './presets.ts'

const source = { width: 1024, height: 1280 }
const head: Head = { axisX: 500, crownY: 110, chinY: 730, circle: { x: 505, y: 425, radius: 330 } }
test('a whole picture is a box alone: its pixels are not carried along', () => {
  const picture = { ...source, data: new Uint8Array(3) }
  const box = placeCrop(picture, null, source, { kind: 'whole' })
  expect(box).toEqual({ left: 0, top: 0, ...source })
})

const FORMATS = Object.entries(EXPORT_PRESETS).flatMap(([id, preset]) => {
  const picture = preset.kind === 'sheet' ? preset.picture : preset
  return picture.size ? [{ id, ...picture, size: picture.size }] : []
})

describeEach(FORMATS)('$id', ({ size, placement }) => {
  const format = { width: size.widthPx, height: size.heightPx }

  testEach([
    ['the usual head', head],
    ['a head in the corner', { ...head, axisX: 30, crownY: 0, circle: { x: 30, y: 100, radius: 400 } }],
    ['a small head', { axisX: 700, crownY: 900, chinY: 1000, circle: { x: 700, y: 950, radius: 60 } }],
    ['no head', null],
  ])('shows %s within the picture, in its shape', (_name, where) => {
    const box = placeCrop(source, where, format, placement)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.left + box.width).toBeLessThanOrEqual(source.width)
    expect(box.top + box.height).toBeLessThanOrEqual(source.height)
    // One pixel of rounding.
    expect(Math.abs(box.width - (box.height * format.width) / format.height)).toBeLessThan(1)
    expect(box.height).toBeGreaterThanOrEqual(format.height)
  })

  test('keeps crown and chin', () => {
    const box = placeCrop(source, head, format, placement)
    expect(box.top).toBeLessThan(head.crownY)
    expect(box.top + box.height).toBeGreaterThan(head.chinY)
  })
})

test('the head takes its share where the picture has room', () => {
  const { placement, size } = EXPORT_PRESETS['linkedin-400']
  const small: Head = { ...head, crownY: 300, chinY: 800 }
  const box = placeCrop(source, small, { width: size?.widthPx ?? 0, height: size?.heightPx ?? 0 }, placement)
  expect(500 / box.height).toBeCloseTo(0.6, 2)
  expect((300 - box.top) / box.height).toBeCloseTo(0.14, 2)
  expect(Math.abs(box.left + box.width / 2 - 500)).toBeLessThanOrEqual(1)
})

test("the round avatar's circle holds head and hair", () => {
  const box = placeCrop(source, head, { width: 800, height: 800 }, EXPORT_PRESETS['round-avatar'].placement)
  const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const reach = Math.hypot(centre.x - head.circle.x, centre.y - head.circle.y) + head.circle.radius
  expect(reach).toBeLessThan(box.width / 2)
})

test('a picture smaller than the format is shown at its own size', () => {
  const box = placeCrop(
    { width: 200, height: 250 },
    null,
    { width: 400, height: 400 },
    {
      kind: 'head',
      headShare: 0.6,
      topMargin: 0.1,
    },
  )
  expect([box.width, box.height]).toEqual([200, 200])
})

test('crown and circle follow the hair, not the shoulders', () => {
  const [width, height] = [400, 500]
  const mesh = drawnMesh(200, 220, 160)
  const person = { width, height, data: new Float32Array(width * height).fill(-8) }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hair = Math.hypot((x - 200) / 90, (y - 190) / 110) < 1
      if (hair || y > 330) person.data[y * width + x] = 8
    }
  }
  const found = headFrom(mesh, person)
  expect(found.crownY).toBeGreaterThan(78)
  expect(found.crownY).toBeLessThan(86)
  expect(found.chinY).toBeCloseTo(300, 0)
  expect(found.axisX).toBeCloseTo(200, -1)
  expect(found.circle.radius).toBeGreaterThan(105)
  expect(found.circle.radius).toBeLessThan(130)
})
