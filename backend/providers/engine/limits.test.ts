import { expect, test } from '@jest/globals'
import { RejectReason } from '#contract/selfies.ts'
import { SELFIE_MAX_PIXELS, SELFIE_MAX_SIZE_BYTES, SELFIE_MIN_SHORT_SIDE_PX } from '#contract/limits.ts'
import { StyleId } from '#contract/styles.ts'
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

test('the studio makes every style the product offers', () => {
  expect(STYLE_IDS).toEqual(expect.arrayContaining(StyleId.options))
})
