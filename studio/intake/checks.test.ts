import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { checkMeasures } from './checks.ts'
import { byGravity, costOf } from './reasons.ts'
import { noMeasures } from './reasons.ts'
import type { Measures, RejectReason, Warning } from './reasons.ts'

/** A well lit, sharp, frontal face. */
const GOOD: Measures = {
  secondFaceShare: 0,
  cutPoints: 0,
  faceHeightPx: 480,
  sharpness: 0.8,
  noise: 2.5,
  lightP95: 0.5,
  pictureP98: 0.8,
  clippedShare: 0,
  sideLight: 0.1,
  yawDeg: 4,
  pitchDeg: -3,
  rollDeg: 2,
  eyeAspect: 0.3,
  eyeBalance: 0.95,
  eyeContrast: 0.2,
  mouthAspect: 0.1,
  smile: 0,
  eyeZoneDark: 0.05,
  lowerFaceChroma: 0.01,
  lipContrast: 0.06,
  handCover: 0,
  chroma: 0.08,
  bodyMissing: 0,
  roomBelow: 1.1,
  lookDeg: 3,
  pleased: 0.9,
  stretch: 0,
  plainCloth: 0.8,
  nudity: 0.02,
}

test('a good face passes without reasons or warnings', () => {
  expect(checkMeasures(GOOD)).toEqual({ reasons: [], warnings: [] })
})

test('a measure that was not taken fails no check', () => {
  expect(checkMeasures(noMeasures())).toEqual({ reasons: [], warnings: [] })
})

describe('reasons', () => {
  const table: [string, Partial<Measures>, RejectReason[]][] = [
    ['a second face nearly as large', { secondFaceShare: 0.5 }, ['several_faces']],
    ['a face over the edge', { cutPoints: 6 }, ['face_cut_off']],
    ['one oval point at the edge is let pass', { cutPoints: 1 }, []],
    ['a far face', { faceHeightPx: 159 }, ['face_too_small']],
    ['fair skin in the dark', { lightP95: 0.1, pictureP98: 0.15 }, ['too_dark']],
    ['deep skin in good light', { lightP95: 0.13, pictureP98: 0.7 }, []],
    ['a silhouette before a window', { lightP95: 0.03, pictureP98: 0.9 }, ['too_dark']],
    ['a burnt out face', { clippedShare: 0.4 }, ['too_bright']],
    ['out of focus', { sharpness: 0.3 }, ['blurred']],
    ['grain', { noise: 11 }, ['noisy']],
    ['light from one side only refuses nothing', { sideLight: 1.4 }, []],
    ['a body that ends under the chin', { bodyMissing: 0.2, roomBelow: 0.17 }, ['shoulders_cut']],
    ['a neighbour over the edge', { bodyMissing: 0.011 }, []],
    ['a cut face says it all', { bodyMissing: 0.3, cutPoints: 6 }, ['face_cut_off']],
    ['no clothes', { nudity: 0.9 }, ['nudity']],
    ['bare arms', { nudity: 0.46 }, []],
    ['a cut face is not judged by its light', { sideLight: 1.4, cutPoints: 6 }, ['face_cut_off']],
    ['turned to the right', { yawDeg: 35 }, ['face_turned']],
    ['turned to the left', { yawDeg: -35 }, ['face_turned']],
    ['looking up', { pitchDeg: 25 }, ['face_turned']],
    ['leaning is corrected later', { rollDeg: 40 }, []],
    ['sunglasses hide the lids', { eyeZoneDark: 0.9, eyeAspect: 0.1 }, ['face_covered']],
    ['a scowl', { pleased: 0.05, smile: -0.03 }, ['grimace']],
    ['a calm face that the net takes for angry', { pleased: 0.05, smile: -0.01 }, []],
    ['a laugh that the net takes for anger', { pleased: 0.05, smile: 0.03 }, []],
    ['a picture squeezed from the sides', { stretch: -0.14 }, ['squeezed']],
    ['a face that looks narrow because it is turned', { stretch: -0.14, yawDeg: 24 }, []],
    ['a blue mask', { lowerFaceChroma: 0.09 }, ['face_covered']],
    ['a hand or a mask of skin colour over the mouth', { lipContrast: 0.002 }, ['face_covered']],
    ['pale lips', { lipContrast: 0.011 }, []],
    ['a hand at the cheek', { handCover: 0.95 }, ['face_covered']],
    ['what may be a hand', { handCover: 0.85 }, []],
    ['a beard is no mask', { lowerFaceChroma: 0.045 }, []],
    ['closed eyes', { eyeAspect: 0.1 }, ['eyes_closed']],
    ['a wink', { eyeAspect: 0.2, eyeBalance: 0.4 }, ['eyes_closed']],
    ['one eye behind a turned nose', { eyeBalance: 0.6 }, []],
    ['lids over one eye', { eyeContrast: 0.03 }, ['eyes_closed']],
    ['eyes lost in the dark', { eyeContrast: 0.03, lightP95: 0.1, pictureP98: 0.15 }, ['too_dark']],
    ['narrow eyes, open', { eyeAspect: 0.16, eyeContrast: 0.1 }, []],
    ['black and white', { chroma: 0.002 }, ['black_and_white']],
    ['too dark to have colour', { chroma: 0.01, lightP95: 0.02 }, ['too_dark']],
    ['two faults at once', { sharpness: 0.2, yawDeg: 40 }, ['blurred', 'face_turned']],
  ]
  testEach(table)('%s', (_name, changes, expected) => {
    expect(checkMeasures({ ...GOOD, ...changes }).reasons).toEqual(expected)
  })
})

describe('warnings', () => {
  const table: [string, Partial<Measures>, Warning[]][] = [
    ['someone behind', { secondFaceShare: 0.1 }, ['second_face']],
    ['a small face', { faceHeightPx: 250 }, ['small_face']],
    ['dim', { lightP95: 0.16, pictureP98: 0.4 }, ['dim']],
    ['overexposed', { clippedShare: 0.1 }, ['overexposed']],
    ['soft', { sharpness: 0.48 }, ['soft']],
    ['grainy', { noise: 7 }, ['grainy']],
    ['uneven light', { sideLight: -0.8 }, ['uneven_light']],
    ['light from the right only', { sideLight: 1.4 }, ['side_light']],
    ['light from the left only', { sideLight: -1.4 }, ['side_light']],
    ['hardly any shoulders', { roomBelow: 0.49 }, ['tight_crop']],
    ['a frown', { pleased: 0.1 }, ['displeased']],
    ['eyes aside', { lookDeg: -30 }, ['looking_away']],
    ['half turned', { yawDeg: -24 }, ['turned']],
    ['head on one side', { rollDeg: -30 }, ['tilted']],
    ['squinting', { eyeAspect: 0.17 }, ['squinting']],
    ['speaking', { mouthAspect: 0.5 }, ['mouth_open']],
  ]
  testEach(table)('%s', (_name, changes, expected) => {
    expect(checkMeasures({ ...GOOD, ...changes })).toEqual({ reasons: [], warnings: expected })
  })
})

describe('costs of warnings', () => {
  test('a grimace costs more than any light, and costs add up', () => {
    expect(byGravity(['dim', 'mouth_open', 'side_light'])).toEqual(['mouth_open', 'side_light', 'dim'])
    expect(costOf(['displeased'])).toBeGreaterThan(costOf(['side_light', 'dim', 'overexposed', 'small_face']))
    expect(costOf(['dim', 'soft'])).toBeCloseTo(costOf(['dim']) + costOf(['soft']))
  })

  test('an unknown warning costs nothing', () => {
    expect(costOf(['noisy'])).toBe(0)
  })
})
