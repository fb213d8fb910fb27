import { test } from 'node:test'
import { expect } from 'expect'
import { GateReason } from '#contract/bundles.ts'
import { RejectReason, SelfieWarning } from '#contract/selfies.ts'
import { SELFIE_MAX_PIXELS, SELFIE_MAX_SIZE_BYTES } from '#contract/limits.ts'
import { StudioStyleId } from '#contract/styles.ts'
import { GATE_REASONS } from '#studio/gate/rules.ts'
import { REJECT_REASONS, WARNINGS } from '#studio/intake/reasons.ts'
import { LIMITS } from '#studio/intake/thresholds.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'

test('the studio uses the limits that the product promises', () => {
  expect(LIMITS).toMatchObject({
    fileBytes: SELFIE_MAX_SIZE_BYTES,
    pixels: SELFIE_MAX_PIXELS,
  })
})

test('every reason the studio gives has its sentence in the product', () => {
  expect(RejectReason.options).toEqual(expect.arrayContaining([...REJECT_REASONS]))
  expect([...WARNINGS].sort()).toEqual([...SelfieWarning.options].sort())
})

test('every reason of the gate has its sentence in the product', () => {
  expect(GateReason.options).toEqual(expect.arrayContaining([...GATE_REASONS]))
})

test('studio and product have the same styles', () => {
  expect([...STYLE_IDS].sort()).toEqual([...StudioStyleId.options].sort())
})
