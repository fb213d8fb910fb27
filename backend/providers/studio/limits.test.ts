import { expect, test } from '@jest/globals'
import { GateReason } from '#contract/bundles.ts'
import { RejectReason } from '#contract/selfies.ts'
import { SELFIE_MAX_PIXELS, SELFIE_MAX_SIZE_BYTES, SELFIE_MIN_SHORT_SIDE_PX } from '#contract/limits.ts'
import { StyleId } from '#contract/styles.ts'
import { GATE_REASONS } from '#studio/gate/gate.ts'
import { REJECT_REASONS } from '#studio/intake/reasons.ts'
import { LIMITS } from '#studio/intake/thresholds.ts'
import { STYLE_IDS } from '#studio/styles.ts'

test('the studio holds to the limits the product promises', () => {
  expect(LIMITS).toMatchObject({
    fileBytes: SELFIE_MAX_SIZE_BYTES,
    pixels: SELFIE_MAX_PIXELS,
    shortSidePx: SELFIE_MIN_SHORT_SIDE_PX,
  })
})

test('every reason the studio gives has its sentence in the product', () => {
  expect([...REJECT_REASONS].sort()).toEqual([...RejectReason.options].sort())
})

test('every reason of the gate has its sentence in the product', () => {
  expect(GateReason.options).toEqual(expect.arrayContaining([...GATE_REASONS]))
})

test('the studio makes every style the product offers, and the product offers every one it makes', () => {
  expect([...STYLE_IDS].sort()).toEqual([...StyleId.options].sort())
})
