import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { handSvg } from '#studio/intake/hand.fixture.ts'
import { readSelfie } from '#studio/intake/selfie.ts'
import { testEach } from '#tests/support/each.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { judgePicture, knownPersonOf } from './gate.ts'
import type { SeenFace } from './gate.ts'
import type { GateReason } from './rules.ts'

type Change = (picture: Sharp, size: { width: number; height: number }) => Sharp

const same: Change = (picture) => picture
const graded: Change = (picture) => picture.linear([1.06, 1.02, 0.96], [5, 4, 2])
const cropped: Change = (picture, { width, height }) =>
  picture.extract({
    left: Math.round(0.05 * width),
    top: Math.round(0.06 * height),
    width: Math.round(0.88 * width),
    height: Math.round(0.9 * height),
  })

async function changed(bytes: Uint8Array, change: Change, quality = 90): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes).metadata()
  return new Uint8Array(await change(sharp(bytes), { width, height }).jpeg({ quality }).toBuffer())
}

describe('generated pictures', () => {
  /** Three selfies are the person's; the fourth photograph stands for a picture that is a new one. */
  let selfies: Uint8Array[]
  let seen: SeenFace[]
  before(async () => {
    // Not noor: two of her selfies are nearly mirror images of each other, and the gate lets a mirrored copy pass.
    selfies = await drawnSelfies('mara', 4)
    seen = []
    for (const bytes of selfies.slice(0, 3)) {
      const { face, skin, hash, facePrint, ageYears } = await readSelfie(bytes)
      if (!face || !skin) throw new Error('a drawing shows no face')
      seen.push({ ...face, skin, hash, facePrint, ageYears })
    }
  })

  /** What is said of a picture, but for what the drawing itself lacks. */
  const reasonsAgainst = async (
    picture: Uint8Array,
    generatedFrom: SeenFace[] | null = seen,
  ): Promise<GateReason[]> => {
    const options = { colourless: false, generatedFrom }
    return (await judgePicture(picture, knownPersonOf(seen), options)).reasons
  }

  testEach<[string, Change, number]>([
    ['as it is', same, 90],
    ['mirrored', (picture) => picture.flop(), 90],
    ['cropped', cropped, 90],
    ['half as large, strongly compressed', (picture, { width }) => picture.resize(width / 2), 50],
    ['in a slightly other light', graded, 90],
    ['all of it', (picture, size) => graded(cropped(picture, size).flop(), size), 60],
  ])('a selfie %s is copied', async (_name, change, quality) => {
    const picture = await changed(selfies[1] ?? new Uint8Array(), change, quality)
    expect(await reasonsAgainst(picture)).toContain('copied')
  })

  testEach<[string, Change, GateReason]>([
    [
      'squeezed',
      (picture, { width, height }) => picture.resize(Math.round(0.85 * width), height, { fit: 'fill' }),
      'squeezed',
    ],
    ['lightened', (picture) => picture.modulate({ lightness: 16 }), 'skin_lightness'],
    ['darkened', (picture) => picture.modulate({ lightness: -16 }), 'skin_lightness'],
    [
      'of two people',
      (picture, { width }) => picture.extend({ right: width, extendWith: 'mirror' }),
      'several_faces',
    ],
    [
      'with a hand',
      (picture, { width, height }) => {
        const hand = handSvg({
          x: 0.16 * width,
          y: 0.85 * height,
          palmPx: 0.13 * width,
          turnDeg: 8,
          skin: '#c68642',
        })
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${hand}</svg>`
        return picture.composite([{ input: Buffer.from(svg) }])
      },
      'hand_shown',
    ],
  ])('a new picture %s is refused by its true reason', async (_name, change, reason) => {
    const reasons = await reasonsAgainst(await changed(selfies[3] ?? new Uint8Array(), change))
    expect(reasons).toContain(reason)
    expect(reasons).not.toContain('copied')
  })

  test('a new picture is none of the selfies, and has their skin and age, no hand and no word', async () => {
    const reasons = await reasonsAgainst(selfies[3] ?? new Uint8Array())
    for (const reason of [
      'copied',
      'squeezed',
      'skin_lightness',
      'age_changed',
      'hand_shown',
      'text_shown',
      'off_tone',
    ] as const)
      expect(reasons).not.toContain(reason)
  })

  testEach<[string, number]>([
    ['older', -20],
    ['younger', 20],
  ])('a face that looks much %s than in all selfies has another age', async (_name, years) => {
    const selfie = selfies[3] ?? new Uint8Array()
    const agedBy = seen.map((one) => ({ ...one, ageYears: (one.ageYears ?? NaN) + years }))
    expect(await reasonsAgainst(selfie, agedBy)).toContain('age_changed')
    // One age is no range, and readings of before have none.
    const [one] = agedBy
    const before = agedBy.map((each) => (each === one ? each : { ...each, ageYears: null }))
    expect(await reasonsAgainst(selfie, before)).not.toContain('age_changed')
  })

  test('what was finished of a selfie is not asked whether it is one', async () => {
    expect(await reasonsAgainst(selfies[1] ?? new Uint8Array(), null)).not.toContain('copied')
  })
})
