import { describe, test } from 'node:test'
import { expect } from 'expect'
import { fastCode, labOf, linearOf } from '#studio/picture/color.ts'
import { drawnMesh } from '#studio/person/drawn-person.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { handsOf } from './hands.ts'

const [WIDTH, HEIGHT] = [576, 720]
const SKIN = { l: 58, a: 14, b: 19 }
const CLOTH = { l: 20, a: 2, b: -8 }

type Edges = readonly [left: number, top: number, right: number, bottom: number]

/** A face over dark cloth, its chin at row 360, and parts of another colour on the cloth. */
function dressed(parts: readonly Edges[], tone = SKIN) {
  const colours = new Uint8Array(WIDTH * HEIGHT * 3)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  const fill = ([left, top, right, bottom]: Edges, lab: typeof SKIN) => {
    const code = linearOf(lab).map((value) => Math.round(255 * fastCode(value)))
    for (let y = top; y < bottom; y++) {
      alpha.fill(255, y * WIDTH + left, y * WIDTH + right)
      for (let x = left; x < right; x++) colours.set(code, (y * WIDTH + x) * 3)
    }
  }
  fill([188, 60, 388, 400], SKIN)
  fill([40, 400, 536, HEIGHT], CLOTH)
  for (const part of parts) fill(part, tone)
  const mesh = drawnMesh(288, 240, 240)
  return handsOf({
    width: WIDTH,
    height: HEIGHT,
    colours,
    alpha,
    mesh,
    crown: 60,
    skin: labOf(...linearOf(SKIN)),
  })
}

describe('handsOf', () => {
  testEach<[string, Edges[], number]>([
    ['no hands in sight', [], 0],
    ['fingers that come in from below', [[300, 690, 360, 720]], 1],
    [
      'two crossed arms’ hands',
      [
        [120, 600, 200, 640],
        [380, 580, 470, 620],
      ],
      2,
    ],
    [
      'a finger’s gap parts no hand',
      [
        [300, 600, 330, 660],
        [338, 600, 370, 660],
      ],
      1,
    ],
    ['a low neckline', [[250, 400, 320, 560]], 0],
    ['cloth of the skin’s colour from the shoulders down', [[40, 410, 180, 720]], 0],
    ['a button', [[280, 600, 290, 610]], 0],
  ])('%s', (_, parts, count) => {
    expect(dressed(parts)).toHaveLength(count)
  })

  test('a hand in its own light is one, a pale cuff is none', () => {
    const hand: Edges[] = [[300, 600, 360, 660]]
    expect(dressed(hand, { ...SKIN, l: 40 })).toHaveLength(1)
    expect(dressed(hand, { l: 88, a: 0, b: 2 })).toHaveLength(0)
  })

  test('the box holds the whole hand, and little more', () => {
    const [box] = dressed([[300, 600, 360, 660]])
    if (!box) throw new Error('a hand expected')
    expect(box.left).toBeLessThanOrEqual(300)
    expect(box.top).toBeLessThanOrEqual(600)
    expect(box.left + box.width).toBeGreaterThanOrEqual(360)
    expect(box.top + box.height).toBeGreaterThanOrEqual(660)
    expect(box.width * box.height).toBeLessThan(80 * 80)
  })
})
