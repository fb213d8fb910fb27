import { describe, expect, test } from '@jest/globals'
import { cosineNeeded, judgeHeadshot, judgeMeasures, likenessOf } from './gate.ts'
import type { GateMeasures, GateReason } from './gate.ts'

const GOOD: GateMeasures = {
  cosine: 0.88,
  cosineNeeded: 0.75,
  eyeLine: 0.37,
  eyeOffset: 0.01,
  faceShare: 0.36,
  rollDeg: 1,
  sharpness: 0.7,
  eyeAspect: 0.3,
  burntShare: 0.001,
}

describe('judging measures', () => {
  const table: [string, Partial<GateMeasures>, GateReason[]][] = [
    ['a good headshot', {}, []],
    ['someone else', { cosine: 0.5 }, ['unlike']],
    ['exactly at the limit', { cosine: 0.75 }, []],
    ['closed eyes', { eyeAspect: 0.08 }, ['eyes_closed']],
    ['eyes too low', { eyeLine: 0.55 }, ['off_frame']],
    ['too far to the side', { eyeOffset: -0.2 }, ['off_frame']],
    ['too close', { faceShare: 0.7 }, ['off_frame']],
    ['leaning', { rollDeg: -12 }, ['tilted']],
    ['soft', { sharpness: 0.2 }, ['soft']],
    ['burnt out', { burntShare: 0.1 }, ['burnt_out']],
    ['everything at once', { cosine: 0, rollDeg: 30, sharpness: 0 }, ['unlike', 'tilted', 'soft']],
  ]
  test.each(table)('%s', (_name, changes, reasons) => {
    expect(judgeMeasures({ ...GOOD, ...changes })).toEqual(reasons)
  })
})

test('likeness rises from 0 at strangers to 1 at the person, and stays within', () => {
  const values = [-1, 0.3, 0.42, 0.6, 0.8, 0.95, 1].map(likenessOf)
  expect(values).toEqual([...values].sort((a, b) => a - b))
  expect([values[0], values[2], values[5], values[6]]).toEqual([0, 0, 1, 1])
})

test('the limit follows the least typical selfie, within bounds', () => {
  const centroid = new Float32Array(1024)
  expect(cosineNeeded({ centroid, cohesion: [1] })).toBe(0.75)
  expect(cosineNeeded({ centroid, cohesion: [0.95, 0.8] })).toBeCloseTo(0.68, 6)
  expect(cosineNeeded({ centroid, cohesion: [0.95, 0.4] })).toBe(0.6)
})

test('a picture without a face does not pass', async () => {
  const raster = { width: 512, height: 640, data: new Uint8Array(512 * 640 * 3).fill(120) }
  const verdict = await judgeHeadshot(raster, { centroid: new Float32Array(1024), cohesion: [1] })
  expect(verdict).toEqual({ passed: false, likeness: 0, reasons: ['no_face'], measures: null })
}, 60_000)
