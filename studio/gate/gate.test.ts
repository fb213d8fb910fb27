import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { drawnSelfie, drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import { decodeSelfie } from '#studio/intake/decode.ts'
import { skinStatisticsOf } from '#studio/measure/skin-tone.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { describeFace } from '#studio/nets/descriptor.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { cosineNeeded, eyeAspectNeeded, judgeHeadshot, likenessOf, secondCosineNeeded } from './gate.ts'
import type { KnownPerson } from './gate.ts'
import type { GeneratedMeasures } from './generated.ts'
import { judgeMeasures } from './rules.ts'
import type { GateMeasures, GateReason } from './rules.ts'

const GOOD: GateMeasures = {
  cosine: 0.88,
  cosineNeeded: 0.75,
  secondCosine: 0.96,
  secondNeeded: 0.93,
  eyeLine: 0.37,
  eyeOffset: 0.01,
  faceShare: 0.36,
  rollDeg: 1,
  sharpness: 0.7,
  eyeAspect: 0.3,
  eyeAspectNeeded: 0.17,
  burntShare: 0.001,
  skinDelta: 4,
  mouthAspect: 0.02,
  smile: 0,
  ownSmile: 0.01,
  pleased: 0.9,
  lookDeg: 3,
  darkGaze: 0,
  tongue: 0,
  yawDeg: 4,
  pitchDeg: 2,
  handCover: 0,
  lowerFaceChroma: 0.01,
  lipContrast: 0.05,
  eyeContrast: 0.15,
  floating: 0,
  straightSide: 0.2,
  straightHair: 0.15,
  mouthRed: 0.4,
  bleeding: 0.003,
  jawGlow: 0.1,
  plainCloth: 0.8,
  stretch: 0.01,
  stretchMost: 0.045,
  generated: null,
}
const GENERATED: GeneratedMeasures = {
  copy: 0,
  copyMost: 0.8,
  lightnessBeyond: 0,
  ageBeyond: 0,
  hand: 0,
  word: 0,
}
const COLOUR = { colourless: false }
const OPINIONS: readonly GateReason[] = ['unlike', 'unlike_second', 'squeezed']

describe('judging measures', () => {
  const table: [string, Partial<GateMeasures>, GateReason[]][] = [
    ['a good headshot', {}, []],
    ['someone else', { cosine: 0.5 }, ['unlike']],
    ['exactly at the limit', { cosine: 0.75 }, []],
    ['someone alike to the first descriptor alone', { secondCosine: 0.9 }, ['unlike_second']],
    ['a person the second descriptor does not know', { secondCosine: null }, []],
    ['closed eyes', { eyeAspect: 0.15 }, ['eyes_closed']],
    ['narrow eyes of a person who has them', { eyeAspect: 0.15, eyeAspectNeeded: 0.13 }, []],
    ['eyes too low', { eyeLine: 0.55 }, ['off_frame']],
    ['too far to the side', { eyeOffset: -0.2 }, ['off_frame']],
    ['too close', { faceShare: 0.7 }, ['off_frame']],
    ['leaning', { rollDeg: -12 }, ['tilted']],
    ['soft', { sharpness: 0.2 }, ['soft']],
    ['burnt out', { burntShare: 0.1 }, ['burnt_out']],
    ['skin of another tone', { skinDelta: 15 }, ['off_tone']],
    ['black and white', { skinDelta: null, lowerFaceChroma: null, bleeding: null }, []],
    ['of another engine', { straightSide: null, straightHair: null }, []],
    ['a bust that floats', { floating: 1.2 }, ['cut_off']],
    ['a shoulder cut off straight', { straightSide: 0.9 }, ['cut_off']],
    ['hair cut off straight', { straightHair: 0.6 }, ['hair_cut']],
    ['a hand at the cheek', { handCover: 0.95 }, ['covered']],
    ['a microphone before the mouth', { lipContrast: 0.001 }, ['covered']],
    ['fingers before an eye that the mesh has open', { eyeContrast: 0.03 }, ['covered']],
    ['lids alone before an eye', { eyeContrast: 0.03, eyeAspect: 0.1 }, ['eyes_closed']],
    ['an apple before the mouth', { lowerFaceChroma: 0.1 }, ['covered']],
    ['a white cup before the mouth', { mouthRed: -0.7 }, ['covered']],
    ['a pink collar', { bleeding: 0.1 }, ['colour_bleed']],
    ['eyes to the side', { lookDeg: -30 }, ['looking_away']],
    ['eyes aside by either measure a little', { lookDeg: -16, darkGaze: -0.17, yawDeg: 6 }, ['looking_away']],
    ['eyes aside by one measure a little', { lookDeg: -16 }, []],
    ['eyes to the camera in a turned head', { lookDeg: 16, yawDeg: 23, darkGaze: -0.09 }, []],
    ['eyes past the camera in a turned head', { lookDeg: 9, darkGaze: 0.26, yawDeg: -12 }, ['looking_away']],
    ['eyes short of the camera in a turned head', { lookDeg: 6, yawDeg: 24 }, []],
    ['a red chin under closed lips', { tongue: 0.33 }, []],
    ['a tongue in a smile', { mouthAspect: 0.32, smile: 0.04, tongue: 0.42 }, ['grimace']],
    ['a broad smile', { mouthAspect: 0.3, smile: 0.04 }, []],
    ['teeth without a smile', { mouthAspect: 0.22, smile: 0, pleased: 0.5 }, ['grimace']],
    ['teeth in a pleased face', { mouthAspect: 0.22, smile: 0, pleased: 0.95 }, []],
    ['a frown with closed lips', { smile: -0.036 }, ['grimace']],
    ['corners that hang in every selfie', { smile: -0.036, ownSmile: -0.034 }, []],
    ['a tongue', { mouthAspect: 0.55, smile: 0.07 }, ['grimace']],
    ['a tongue over lips that the mesh has nearly closed', { mouthAspect: 0.15, tongue: 0.53 }, ['grimace']],
    ['squeezed', { stretch: -0.1 }, ['squeezed']],
    ['drawn out', { stretch: 0.09 }, ['squeezed']],
    ['as much against another selfie', { stretch: 0.07, stretchMost: 0.08 }, []],
    ['a generated picture', { generated: GENERATED }, []],
    ['a selfie once more', { generated: { ...GENERATED, copy: 0.97 } }, ['copied']],
    ['as alike as the selfies are', { generated: { ...GENERATED, copy: 0.85, copyMost: 0.9 } }, []],
    ['lightened skin', { generated: { ...GENERATED, lightnessBeyond: 12 } }, ['skin_lightness']],
    ['skin in another light', { generated: { ...GENERATED, lightnessBeyond: 7 } }, []],
    ['black and white, generated', { generated: { ...GENERATED, lightnessBeyond: null } }, []],
    ['a face made younger or older', { generated: { ...GENERATED, ageBeyond: 11 } }, ['age_changed']],
    ['a face that looks as old as it may', { generated: { ...GENERATED, ageBeyond: 6 } }, []],
    ['selfies that say no age', { generated: { ...GENERATED, ageBeyond: null } }, []],
    ['a hand', { generated: { ...GENERATED, hand: 0.95 } }, ['hand_shown']],
    ['a word', { generated: { ...GENERATED, word: 0.95 } }, ['text_shown']],
    ['what may be signs', { generated: { ...GENERATED, word: 0.6 } }, []],
    ['what may be a hand', { generated: { ...GENERATED, hand: 0.85 } }, []],
    ['everything at once', { cosine: 0, rollDeg: 30, sharpness: 0 }, ['unlike', 'tilted', 'soft']],
  ]
  testEach(table)('%s', (_name, changes, reasons) => {
    expect(judgeMeasures({ ...GOOD, ...changes })).toEqual(reasons)
  })
})

test('likeness rises from 0 at strangers to 1 at the person, and stays within', () => {
  const values = [-1, 0.3, 0.42, 0.6, 0.8, 0.95, 1].map(likenessOf)
  expect(values).toEqual([...values].sort((a, b) => a - b))
  expect([values[0], values[2], values[5], values[6]]).toEqual([0, 0, 1, 1])
})

testEach([
  ['a single selfie', 1, COLOUR, 0.75],
  ['selfies much alike', 0.95, COLOUR, 0.75],
  ['selfies that differ', 0.76, COLOUR, 0.7],
  ['selfies that differ, without colour', 0.76, { colourless: true }, 0.65],
  ['selfies hardly of one person', 0.5, COLOUR, 0.6],
])('the likeness needed follows the least typical of %s', (_name, least, options, needed) => {
  expect(cosineNeeded({ spread: { least, median: least } }, options)).toBeCloseTo(needed, 6)
})

testEach([
  [1, 0.94],
  [0.95, 0.93],
  [0.8, 0.91],
])('what the second descriptor asks follows the least typical selfie: %s', (least, needed) => {
  expect(secondCosineNeeded({ spread: { least, median: least } })).toBeCloseTo(needed, 6)
})

/** A mesh whose eyes are one pixel wide and open by `aspect`. */
function meshWithEyes(aspect: number): Float32Array {
  const mesh = new Float32Array(478 * 3)
  for (const outer of [133, 263]) mesh[3 * outer] = 1
  for (const lower of [144, 153, 380, 373]) mesh[3 * lower + 1] = aspect
  return mesh
}

testEach([
  ['wide eyes', [0.34, 0.36], 0.17],
  ['narrow eyes', [0.16, 0.17], 0.0935],
  ['one selfie with closed eyes among four', [0.25, 0.05, 0.24, 0.25], 0.1375],
])('how open eyes must be follows the selfies: %s', (_name, aspects, needed) => {
  const selfies = aspects.map((aspect) => ({ mesh: meshWithEyes(aspect) }))
  expect(eyeAspectNeeded({ selfies })).toBeCloseTo(needed, 6)
})

describe('judging pictures', () => {
  let picture: Raster
  let person: KnownPerson
  before(async () => {
    const [take] = GOOD_TAKES
    if (!take) throw new Error('the cast has no good takes')
    const decoded = await decodeSelfie(await drawnSelfie('elia', take, { widthPx: 640 }))
    if (!decoded.raster) throw new Error(`the drawing cannot be read: ${decoded.reason}`)
    picture = decoded.raster
    const [face] = await detectFaces(picture)
    if (!face) throw new Error('the drawing shows no face')
    const spread = { least: 0.8, median: 0.85 }
    const skin = skinStatisticsOf(picture, face.mesh).lab
    const second = {
      centroid: await describeFaceAgain(picture, face.mesh),
      spread: { least: 0.95, median: 0.96 },
    }
    const { descriptor: centroid } = await describeFace(picture, face.mesh)
    person = { centroid, spread, second, skin, selfies: [{ mesh: face.mesh }] }
  })

  test('the person themself', async () => {
    const verdict = await judgeHeadshot(picture, person, COLOUR)
    expect(verdict.likeness).toBe(1)
    expect(verdict.measures).toMatchObject({ skinDelta: 0 })
    expect(verdict.reasons.filter((reason) => reason !== 'off_frame')).toEqual([])
    expect(verdict.fingerprint).toMatch(/^[0-9a-f]{152}$/)
  })

  test('a colour cast is refused, except where there is no colour', async () => {
    const cast = picture.data.map((value, i) => (i % 3 === 2 ? value * 0.62 : value))
    const tinted = { ...picture, data: cast }
    expect((await judgeHeadshot(tinted, person, COLOUR)).reasons).toContain('off_tone')
    const colourless = await judgeHeadshot(tinted, person, { colourless: true })
    expect(colourless.reasons).not.toContain('off_tone')
  })

  test('each of the three opinions speaks for itself', async () => {
    const { width, height, data } = picture
    const narrow = await sharp(data, { raw: { width, height, channels: 3 } })
      .resize(Math.round(0.85 * width), height, { fit: 'fill' })
      .raw()
      .toBuffer()
    const squeezed = { width: Math.round(0.85 * width), height, data: new Uint8Array(narrow) }
    const [bytes] = await drawnSelfies('kenji', 1)
    const { raster: stranger } = await decodeSelfie(bytes ?? new Uint8Array())
    if (!stranger) throw new Error('the stranger cannot be read')
    const opinionsOn = async (raster: Raster) =>
      (await judgeHeadshot(raster, person, COLOUR)).reasons.filter((reason) => OPINIONS.includes(reason))
    expect(await opinionsOn(squeezed)).toEqual(['squeezed'])
    expect(await opinionsOn(stranger)).toEqual(expect.arrayContaining(['unlike', 'unlike_second']))
    const { measures } = await judgeHeadshot(picture, { ...person, second: null }, COLOUR)
    expect(measures?.secondCosine).toBeNull()
  })

  test('a wall', async () => {
    const wall = { width: 512, height: 640, data: new Uint8Array(512 * 640 * 3).fill(120) }
    expect(await judgeHeadshot(wall, person, COLOUR)).toEqual({
      passed: false,
      likeness: 0,
      reasons: ['no_face'],
      measures: null,
      fingerprint: '',
      appeal: 0,
    })
  })
})
