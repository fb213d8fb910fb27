import { expect, test } from '@jest/globals'
import { ExportPreset, UpscaleFormat } from '#contract/headshot-files.ts'
import { EXPORT_PRESET_IDS } from '#studio/export/presets.ts'
import { UPSCALE_FACTORS } from '#studio/upscale/factors.ts'

test('the product offers the formats of the studio, in its order', () => {
  expect(ExportPreset.options).toEqual(EXPORT_PRESET_IDS)
  expect(UpscaleFormat.options).toEqual(UPSCALE_FACTORS.map((factor) => `upscale-${factor}x`))
})
