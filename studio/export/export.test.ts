import { before, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { DIGITAL_SOURCE_TYPE, encodeHeadshot, readMark, sha256Of } from './encode.ts'
import { exportHeadshot } from './export.ts'
import type { ExportedFile } from './export.ts'
import { EXPORT_PRESET_IDS } from './presets.ts'

const mark = { credit: 'Credit & line', description: 'Finished with AI & care.' }
const words = { credit: 'other', description: 'other', createdAt: new Date('2026-01-02T03:04:05Z') }
const raster = {
  width: 256,
  height: 320,
  data: Uint8Array.from({ length: 256 * 320 * 3 }, (_, i) => 90 + ((i >> 7) % 60)),
}
let headshot: Uint8Array
let files: ExportedFile[]

before(async () => {
  headshot = await encodeHeadshot(raster, { ...mark, digitalSourceType: `${DIGITAL_SOURCE_TYPE}/test` })
  files = await exportHeadshot(headshot, EXPORT_PRESET_IDS, words)
})

test('one file for each preset, in order, with the hash of its bytes', () => {
  expect(files.map(({ presetId }) => presetId)).toEqual(EXPORT_PRESET_IDS)
  for (const { bytes, sha256 } of files) expect(sha256).toBe(sha256Of(bytes))
})

test('pictures have exactly the promised pixels and density, full chroma, sRGB and no EXIF', async () => {
  for (const { bytes, mediaType, widthPx, heightPx, densityDpi } of files) {
    if (mediaType !== 'image/jpeg') continue
    const { exif, density, ...metadata } = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({
      width: widthPx,
      height: heightPx,
      chromaSubsampling: '4:4:4',
      hasProfile: true,
    })
    expect(exif).toBeUndefined()
    // sharp reports 72 for a picture without a density.
    expect(density).toBe(densityDpi ?? 72)
  }
})

test("every picture bears the headshot's own mark", async () => {
  for (const { bytes, mediaType } of files) {
    if (mediaType !== 'image/jpeg') continue
    expect(await readMark(bytes)).toEqual({ ...mark, digitalSourceType: `${DIGITAL_SOURCE_TYPE}/test` })
  }
})

test('the original is handed out byte for byte; one without a mark gets one', async () => {
  expect(files[0]?.bytes).toEqual(headshot)
  const bare = await sharp(headshot).jpeg().toBuffer()
  const [marked] = await exportHeadshot(bare, ['original'], words)
  expect(await readMark(marked?.bytes ?? bare)).toMatchObject({ credit: 'other' })
})

test('an enlarged format reports that it is enlarged', () => {
  const enlargement = (id: string) => files.find(({ presetId }) => presetId === id)?.enlargement
  expect(enlargement('xing-1024')).toBeCloseTo(4, 2)
  expect(enlargement('email-signature')).toBeLessThan(1)
})

test('the sheet is an A6 page that discloses AI, holds the picture once and shows it eight times', () => {
  const pdf = Buffer.from(
    files.find(({ mediaType }) => mediaType === 'application/pdf')?.bytes ?? [],
  ).toString('latin1')
  expect(pdf.startsWith('%PDF-1.7')).toBe(true)
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect((Number(width) / 72) * 25.4).toBeCloseTo(148, 1)
  expect((Number(height) / 72) * 25.4).toBeCloseTo(105, 1)
  expect(pdf.match(/\/Subtype \/Image/g)).toHaveLength(1)
  // Once in the document's own packet, once in the picture's.
  expect(pdf.match(/<Iptc4xmpExt:DigitalSourceType>/g)).toHaveLength(2)
  expect(pdf).toContain('Finished with AI &amp; care.')
})

test('the same headshot and instant give the same bytes', async () => {
  expect(await exportHeadshot(headshot, EXPORT_PRESET_IDS, words)).toEqual(files)
})
