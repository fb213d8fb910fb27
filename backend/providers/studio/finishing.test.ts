import { test } from 'node:test'
import { expect } from 'expect'
import { ExportPreset, UpscaleFormat } from '#contract/headshot-files.ts'
import { EXPORT_PRESET_IDS } from '#studio/export/presets.ts'
import { createStudioFinishing } from './finishing.ts'
import { UPSCALE_FACTORS } from '#studio/upscale/factors.ts'

test('the product offers the formats of the studio, in its order', () => {
  expect(ExportPreset.options).toEqual(EXPORT_PRESET_IDS)
  expect(UpscaleFormat.options).toEqual(UPSCALE_FACTORS.map((factor) => `upscale-${factor}x`))
})

test("a stored framing has only the contract's fields, a few hundred bytes for each format", async () => {
  const box = { left: 0, top: 0, width: 1024, height: 1280, data: new Uint8Array(3) }
  const cuts = [{ presetId: 'original' as const, box, widthPx: 1024, heightPx: 1280 }]
  const unasked = () => Promise.reject(new Error('not asked for'))
  const { frame } = createStudioFinishing({
    exportHeadshot: unasked,
    upscale: unasked,
    frameHeadshot: () => Promise.resolve({ cuts, before: null }),
  })
  const framing = await frame(new Uint8Array(), null, { signal: AbortSignal.timeout(60_000) })
  expect(framing.cuts.map((cut) => cut.box)).toEqual([{ left: 0, top: 0, width: 1024, height: 1280 }])
})
