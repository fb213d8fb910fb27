import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { EXPORT_PRESETS, EXPORT_PRESET_IDS, printPixels } from './presets.ts'
import type { PicturePreset, SheetPreset } from './presets.ts'

testEach([
  [35, 413],
  [45, 531],
  [30, 354],
  [40, 472],
])('%d mm are %d pixels at 300 dpi', (lengthMm, pixels) => {
  expect(printPixels(lengthMm)).toBe(pixels)
})

testEach([
  ['original', null, null],
  ['linkedin-400', [400, 400], null],
  ['xing-1024', [1024, 1024], null],
  ['cv-germany-switzerland', [413, 531], 300],
  ['cv-france', [413, 531], 300],
  ['cv-spain-italy', [354, 472], 300],
  ['email-signature', [240, 240], null],
  ['round-avatar', [800, 800], null],
  ['print-sheet-a6', [413, 531], 300],
] as const)('%s is %j pixels at %j dpi', (id, size, densityDpi) => {
  const preset: PicturePreset | SheetPreset = EXPORT_PRESETS[id]
  const picture = preset.kind === 'sheet' ? preset.picture : preset
  expect(picture.size && [picture.size.widthPx, picture.size.heightPx]).toEqual(size)
  expect(picture.densityDpi).toBe(densityDpi)
})

test('every preset has an id for file names', () => {
  expect(EXPORT_PRESET_IDS).toHaveLength(9)
  for (const id of EXPORT_PRESET_IDS) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})
