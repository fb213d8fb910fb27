import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { Box } from '#studio/picture/box.ts'
import { toLinear } from '#studio/picture/color.ts'
import { drawnMesh } from '#studio/model/drawn-person.fixture.ts'
import { FRAME_HEIGHT, FRAME_WIDTH } from '#studio/person/frame.ts'
import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { VARIATIONS } from '#studio/scene/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { chooseCrop, hairColour } from './crop.ts'
import { HEADSHOT_HEIGHT } from './headshot-size.ts'
import type { Cut } from './crop.ts'

/** A framed selfie: a head with its middle in the frame's, of a share of its height, its eyes so far to the left. */
function framed(share: number, sourceScale: number, turned: number) {
  const crown = 0.11 * FRAME_HEIGHT
  const face = share * FRAME_HEIGHT * 0.8
  const mesh = drawnMesh(FRAME_WIDTH / 2 - turned, crown + share * FRAME_HEIGHT - face / 2, face)
  const selfie = { width: FRAME_WIDTH, height: FRAME_HEIGHT, mesh, sourceScale }
  return { selfie, place: { crown, middle: FRAME_WIDTH / 2 } }
}

function crops(share: number, sourceScale: number, turned = 0, hands: Box[] = []) {
  const { selfie, place } = framed(share, sourceScale, turned)
  return VARIATIONS.map((variation) => {
    const box = chooseCrop({ ...selfie, hands }, place, { headShare: 0.5 }, variation)
    return {
      share: (vertex(selfie.mesh, CHIN).y - place.crown) / box.height,
      headroom: (place.crown - box.top) / box.height,
      enlargement: HEADSHOT_HEIGHT / box.height / sourceScale,
      eyes: (eyeLine(selfie.mesh).middle.x - box.left) / box.width - 0.5,
      middle: (place.middle - box.left) / box.width - 0.5,
      box,
    }
  })
}

const sharesOf = (made: ReturnType<typeof crops>) => made.map(({ share }) => share)

describe('chooseCrop', () => {
  testEach([
    ['room and pixels: the style’s own shares', 0.43, 1.2, [0.43, 0.556]],
    ['few pixels: the whole frame, and little less', 0.43, 0.62, [0.43, 0.495]],
    ['a close selfie: inwards up to where the head fills the picture', 0.58, 1.2, [0.58, 0.626]],
    ['a very close one: still another crop, no more', 0.66, 1.2, [0.66, 0.713]],
  ] as const)('%s', (_, share, sourceScale, [loosest, tightest]) => {
    const shares = sharesOf(crops(share, sourceScale))
    expect(Math.min(...shares)).toBeCloseTo(loosest, 2)
    expect(Math.max(...shares)).toBeCloseTo(tightest, 2)
    expect(new Set(shares.map((value) => value.toFixed(3))).size).toBe(VARIATIONS.length)
  })

  testEach([0.43, 0.5, 0.58])('leaves air above a head of %f of the frame', (share) => {
    for (const { headroom } of crops(share, 1)) {
      expect(headroom).toBeGreaterThanOrEqual(0.069)
      expect(headroom).toBeLessThanOrEqual(0.111)
    }
  })

  test('shows what the camera saw at most 1.4 times as large where the frame has room', () => {
    for (const { enlargement } of crops(0.43, 0.8)) expect(enlargement).toBeLessThanOrEqual(1.401)
  })

  testEach([
    ['the head’s middle, not the eyes, stands in the picture’s', 40, 0.041],
    ['of a head turned far the eyes stand near it too', 78, 0.041],
  ])('%s', (_, turned, most) => {
    for (const { middle, eyes, box } of crops(0.43, 1.2, turned)) {
      expect(Math.abs(middle)).toBeLessThan(most)
      expect(Math.abs(eyes)).toBeLessThan(0.0705)
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.left + box.width).toBeLessThanOrEqual(FRAME_WIDTH)
    }
  })

  testEach<[string, Box, boolean]>([
    ['one that comes in from below', { left: 700, top: 1300, width: 200, height: 140 }, true],
    ['one that comes in from the side', { left: 1000, top: 1200, width: 152, height: 80 }, true],
    ['one that lies whole within', { left: 500, top: 1220, width: 150, height: 100 }, true],
    ['one that only a far closer crop would spare', { left: 500, top: 1000, width: 150, height: 440 }, false],
  ])('leaves a hand out: %s', (_, hand, spared) => {
    const made = crops(0.43, 0.62, 0, [hand])
    const right = hand.left + hand.width
    for (const { box } of made) {
      const shown = hand.top < box.top + box.height && hand.left < box.left + box.width && right > box.left
      expect(shown).toBe(!spared)
    }
    if (!spared) expect(sharesOf(made)).toEqual(sharesOf(crops(0.43, 0.62)))
    expect(new Set(made.map(({ box }) => box.height)).size).toBe(VARIATIONS.length)
  })
})

const WIDTH = 160
const HEIGHT = 200

/** A head whose hair ends at its eyes; pixels outside of it have foreign colours. */
function cutWith(hair: number): Cut {
  const colours = new Uint8Array(WIDTH * HEIGHT * 3).fill(90)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inside = Math.hypot((x - 80) / 45, (y - 100) / 60) < 1
      if (inside) alpha[y * WIDTH + x] = 255
      if (inside && y < 98) colours.fill(hair, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
    }
  }
  const mesh = drawnMesh(80, 105, 100)
  return { width: WIDTH, height: HEIGHT, colours, alpha, mesh, headShare: 0.6, showsHand: false }
}

testEach([30, 128, 235])('the light of hair of code %d is that along its outline', (code) => {
  for (const value of hairColour(cutWith(code))) expect(value).toBeCloseTo(toLinear(code / 255), 1)
})

test('a picture without a subject has no hair light', () => {
  const cut = cutWith(200)
  expect(hairColour({ ...cut, alpha: new Uint8Array(cut.alpha.length) })).toEqual([0, 0, 0])
})
