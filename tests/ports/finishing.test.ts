import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { ExportPreset } from '#contract/headshot-files.ts'
import type { FinishedFile, Finishing } from '#backend/providers/finishing/finishing-port.ts'
import { createStudioFinishing } from '#backend/providers/studio/finishing.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
const { signal } = new AbortController()

let studio: ReturnType<typeof openStudio>['studio']
let finishing: Finishing
let portrait: Uint8Array
before(async () => {
  ;({ studio } = openStudio({ threads: 1 }))
  finishing = createStudioFinishing(studio)
  const [drawn] = await drawnSelfies('mara', 1)
  portrait = await sharp(drawn).resize(320, 400, { fit: 'cover' }).jpeg().toBuffer()
})
after(() => studio.close())

/** Checks that a file bears the mark of a generated picture, and has its hash. */
function expectMarked({ bytes, sha256 }: FinishedFile) {
  const said = Buffer.from(bytes).toString('latin1')
  expect(said).toMatch(
    /DigitalSourceType>?="?http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/|DigitalSourceType>http/,
  )
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
}

test('formats have their size, their mark of provenance and the hash of their bytes', async () => {
  const square = await finishing.exportPicture(portrait, 'linkedin-400', { signal })
  expect(await sharp(square.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
  expect(square).toMatchObject({ widthPx: 400, heightPx: 400 })
  expectMarked(square)
  const sheet = await finishing.exportPicture(portrait, 'print-sheet-a6', { signal })
  expect(Buffer.from(sheet.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expectMarked(sheet)
})

test('the crop of a format is known beforehand, and the matching place in the selfie', async () => {
  const selfie = await sharp(portrait).extend({ left: 200, right: 280, top: 100, bottom: 500 }).toBuffer()
  const { cuts, before } = await finishing.frame(portrait, selfie, { signal })
  expect(cuts.map(({ preset }) => preset)).toEqual(ExportPreset.options)
  expect(cuts[0]).toMatchObject({ box: { left: 0, top: 0, width: 320, height: 400 }, printMm: null })
  const cv = cuts.find(({ preset }) => preset === 'cv-germany-switzerland')
  expect(cv).toMatchObject({ printMm: { width: 35, height: 45 }, widthPx: 413, heightPx: 531, sheet: null })
  expect(cuts.find(({ isRound }) => isRound)?.preset).toBe('round-avatar')
  expect(cuts.at(-1)).toMatchObject({ box: cv?.box, sheet: { columns: 4, rows: 2 } })
  expect(before).toMatchObject({ widthPx: 800, heightPx: 1000 })
  // The head is where the portrait was laid, found to a few pixels.
  expect(Math.abs((before?.box.left ?? 0) - 200)).toBeLessThan(20)
  expect(Math.abs((before?.box.top ?? 0) - 100)).toBeLessThan(20)
  expect(Math.abs((before?.box.width ?? 0) - 320)).toBeLessThan(25)
  expect((await finishing.frame(portrait, null, { signal })).before).toBeNull()
})

test('an enlargement is twice as large, has the same mark, and reports its progress', async () => {
  const told: number[] = []
  const onProgress = (fraction: number) => void told.push(fraction)
  const large = await finishing.upscale(portrait, 'upscale-2x', { signal, onProgress })
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 800 })
  expect(large).toMatchObject({ widthPx: 640, heightPx: 800 })
  expectMarked(large)
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told.at(-1)).toBe(1)
})

test('an aborted call ends with its reason', async () => {
  const stopping = new AbortController()
  const made = finishing.exportPicture(portrait, 'xing-1024', { signal: stopping.signal })
  stopping.abort(new Error('stopping'))
  await expect(made).rejects.toThrow('stopping')
})
