import { test } from 'node:test'
import { expect } from 'expect'
import { createPlane } from '#studio/planes/plane.ts'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { chooseFrame, FRAME_HEIGHT, toFrame, toSource } from './frame.ts'
import { eyeLine, vertex, CHIN } from './landmarks.ts'

/** A head on shoulders as a coarse mask of the whole source. */
function drawnMask(width: number, height: number, head: { x: number; y: number; radius: number }) {
  const plane = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = (x - head.x) / head.radius
      const dy = (y - head.y) / (head.radius * 1.35)
      const shoulders = y > head.y + head.radius * 1.3 && Math.abs(dx) < 2.4
      plane.data[y * width + x] = dx * dx + dy * dy < 1 || shoulders ? 1 : 0
    }
  }
  return { logits: plane, left: 0, top: 0, width, height }
}

test('toSource and toFrame are inverse to each other', () => {
  const frame = { width: 100, height: 120, originX: 30, originY: -12, acrossX: 0.9, acrossY: 0.2 }
  const there = toSource(frame, 41, 77)
  const back = toFrame(frame, there.x, there.y)
  expect(back.x).toBeCloseTo(41, 6)
  expect(back.y).toBeCloseTo(77, 6)
})

test('with room all round, the head stands upright in the middle with air above', () => {
  const mask = drawnMask(1600, 2000, { x: 800, y: 700, radius: 200 })
  const mesh = drawnMesh(800, 720, 330)
  const frame = chooseFrame(mesh, mask, mask)
  const crown = toFrame(frame, 800, 430)
  const chin = toFrame(frame, vertex(mesh, CHIN).x, vertex(mesh, CHIN).y)
  expect(crown.y / FRAME_HEIGHT).toBeGreaterThan(0.05)
  expect(crown.y / FRAME_HEIGHT).toBeLessThan(0.16)
  expect((chin.y - crown.y) / FRAME_HEIGHT).toBeGreaterThan(0.38)
  expect(Math.abs(crown.x / frame.width - 0.5)).toBeLessThan(0.02)
})

test('a turned head stands between its eyes and its visible sides', () => {
  const mask = drawnMask(1600, 2000, { x: 800, y: 700, radius: 200 })
  const frame = chooseFrame(drawnMesh(860, 720, 330), mask, mask)
  const [middle, eyes] = [800, 860].map((x) => toFrame(frame, x, 700).x / frame.width - 0.5)
  expect(middle).toBeLessThan(-0.02)
  expect(eyes).toBeGreaterThan(0.02)
  expect((middle ?? 0) + (eyes ?? 0)).toBeCloseTo(0, 2)
})

test('a source that ends at the chest gives a tighter frame, not a body that ends in the air', () => {
  const mask = drawnMask(1600, 1130, { x: 800, y: 500, radius: 200 })
  const mesh = drawnMesh(800, 520, 330)
  const frame = chooseFrame(mesh, mask, mask)
  // Half a source pixel of slack: the frame's last row is sampled, not the row after it.
  expect(toSource(frame, frame.width / 2, frame.height).y).toBeLessThanOrEqual(1131)
})

test('a crown that the source cuts off is cut by the frame, not in the air', () => {
  const mask = drawnMask(1600, 2000, { x: 800, y: 200, radius: 200 })
  const mesh = drawnMesh(800, 220, 330)
  const frame = chooseFrame(mesh, mask, mask)
  expect(toSource(frame, frame.width / 2, 0).y).toBeGreaterThanOrEqual(0)
  expect(toFrame(frame, 800, 0).y / FRAME_HEIGHT).toBeGreaterThan(-0.03)
  const eyes = toFrame(frame, eyeLine(mesh).middle.x, eyeLine(mesh).middle.y)
  expect(eyes.y / FRAME_HEIGHT).toBeGreaterThan(0.28)
})
