import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { BAD_TAKES, GOOD_TAKES } from '#tests/cast/takes.ts'
import { testEach } from '#tests/support/each.ts'
import { judgeSelfies } from './judge.ts'
import type { RejectReason } from './reasons.ts'
import { findFace, readSelfie } from './selfie.ts'
import type { SelfieReading } from './reading.ts'
const SMALL = { widthPx: 720 }

describe('drawn faces', () => {
  let good: Uint8Array
  let reading: SelfieReading

  before(async () => {
    const take = GOOD_TAKES[0]
    if (!take) throw new Error('the cast has no good takes')
    good = await drawnSelfie('mara', take, SMALL)
    reading = await readSelfie(good)
  })

  test('a good selfie has no reasons, one face and a unit descriptor', () => {
    expect(reading.reasons).toEqual([])
    expect(reading.descriptor).toHaveLength(1024)
    expect(Math.hypot(...(reading.descriptor ?? []))).toBeCloseTo(1, 4)
  })

  test('the mesh lies in the picture, right eye to the left of the left one', () => {
    const mesh = reading.face?.mesh ?? new Float32Array()
    expect(mesh).toHaveLength(478 * 3)
    const rightEye = mesh[3 * 33] ?? NaN
    const leftEye = mesh[3 * 263] ?? NaN
    expect(rightEye).toBeGreaterThan(0)
    expect(rightEye).toBeLessThan(leftEye)
    expect(leftEye).toBeLessThan(reading.width)
  })

  test('reading is deterministic', async () => {
    expect(await readSelfie(good)).toEqual(reading)
  })

  // Upside down, this drawing looks upright to the detector.
  testEach([
    ['lies on its left side', 1],
    ['stands on its head', 2],
    ['lies on its right side', 3],
  ] as const)('a picture that %s is turned upright', async (_how, quarterTurns) => {
    const lying = await sharp(good)
      .rotate(360 - 90 * quarterTurns)
      .jpeg({ quality: 95 })
      .toBuffer()
    const turned = await readSelfie(lying)
    expect([turned.reasons, turned.quarterTurns]).toEqual([[], quarterTurns])
    expect([turned.width, turned.height]).toEqual([reading.width, reading.height])
  })

  test('a face found before is reused, in the picture turned as it was then', async () => {
    const onItsSide = await sharp(good).rotate(90).jpeg({ quality: 95 }).toBuffer()
    const known = await readSelfie(onItsSide)
    expect(known.quarterTurns).toBe(3)
    const found = await findFace(onItsSide, known)
    expect(found?.face).toBe(known.face)
    expect(found?.raster).toMatchObject({ width: known.width, height: known.height })
    // A search in that very picture finds the face in the same place.
    expect((await findFace(onItsSide, null))?.face.mesh).toEqual(known.face?.mesh)
  })

  test('a face found in a picture of another size is searched for again', async () => {
    const smaller = await sharp(good).resize({ width: 600 }).jpeg().toBuffer()
    const found = await findFace(smaller, reading)
    expect(found?.raster.width).toBe(600)
    const [there = NaN] = found?.face.mesh ?? []
    expect(Math.abs(there / (reading.face?.mesh[0] ?? NaN) - 600 / 720)).toBeLessThan(0.01)
  })

  test('a good selfie reads as clothed, calm, and with its shoulders', () => {
    const { nudity, pleased, bodyMissing, roomBelow } = reading.measures
    expect([nudity < 0.2, pleased > 0.4, bodyMissing, roomBelow > 0.6]).toEqual([true, true, 0, true])
  })

  test('a selfie cut under the chin is refused with `shoulders_cut`, and one cut below the neck gets a warning', async () => {
    const mesh = reading.face?.mesh ?? new Float32Array()
    const [brow, chin] = [mesh[3 * 10 + 1] ?? NaN, mesh[3 * 152 + 1] ?? NaN]
    const cutBelow = async (room: number) => {
      const height = Math.round(chin + room * (chin - brow))
      return readSelfie(
        await sharp(good).extract({ left: 0, top: 0, width: reading.width, height }).jpeg().toBuffer(),
      )
    }
    expect((await cutBelow(0.1)).reasons).toEqual(['shoulders_cut'])
    const tight = await cutBelow(0.45)
    expect([tight.reasons, tight.warnings.includes('tight_crop')]).toEqual([[], true])
  })

  testEach([
    ['recompressed', () => sharp(good).jpeg({ quality: 40 })],
    ['made smaller', () => sharp(good).resize({ width: 560 }).jpeg()],
    ['given a border', () => sharp(good).extend({ top: 80, left: 160, background: '#fff' }).jpeg()],
    ['a little brighter', () => sharp(good).linear(1.1, 4).jpeg()],
    ['mirrored', () => sharp(good).flop().jpeg()],
  ])('%s is a near duplicate', async (_name, change) => {
    const other = await readSelfie(await change().toBuffer())
    const verdicts = judgeSelfies([
      { id: 'first', reading },
      { id: 'second', reading: other },
    ])
    expect(verdicts.map(({ reasons }) => reasons)).toEqual([[], ['near_duplicate']])
  })

  testEach([0.52, 0.56])('an upright selfie of which %d is left is not turned', async (share) => {
    const take = GOOD_TAKES[1]
    if (!take) throw new Error('the cast has no good takes')
    const whole = sharp(await drawnSelfie('amara', take, { widthPx: 400 }))
    const { width, height } = await whole.metadata()
    const cut = whole.extract({ left: 0, top: 0, width, height: Math.round(share * height) })
    expect(await readSelfie(await cut.jpeg().toBuffer())).toMatchObject({
      quarterTurns: 0,
      width,
      reasons: expect.not.arrayContaining(['face_covered']),
    })
  })

  test('a black-and-white selfie gets a warning', async () => {
    const grey = await readSelfie(await sharp(good).greyscale().jpeg().toBuffer())
    expect(grey.reasons).toEqual(['black_and_white'])
  })

  test('a wall has no face', async () => {
    const wall = sharp({ create: { width: 700, height: 700, channels: 3, background: '#b0a89c' } })
    expect((await readSelfie(await wall.png().toBuffer())).reasons).toEqual(['no_face'])
  })

  testEach([
    ['blurred', 'blurred'],
    ['tooDark', 'too_dark'],
    ['twoFaces', 'several_faces'],
    ['farAway', 'face_too_small'],
    ['cutOff', 'face_cut_off'],
    ['turnedAway', 'face_turned'],
    ['sunglasses', 'face_covered'],
  ] as const)('a selfie drawn %s is refused as %s', async (fault, reason) => {
    const { reasons, quarterTurns } = await readSelfie(await drawnSelfie('mara', BAD_TAKES[fault], SMALL))
    expect(reasons).toContain(reason)
    expect(quarterTurns).toBe(0)
  })

  testEach(['amara', 'elia'] as const)('%s is read without reasons', async (character) => {
    const take = GOOD_TAKES[1]
    const selfie = take && (await readSelfie(await drawnSelfie(character, take, SMALL)))
    expect(selfie?.reasons).toEqual([])
  })
})

/** Photographs of the engineering set, never part of the product; absent on most machines. */
const photographs = path.resolve(import.meta.dirname, '../../../shared/selfies')
const folders = await readdir(photographs).catch((): string[] => [])
const present = folders.includes('obama')
if (!present) console.log('real photographs are not on this machine: their tests are left out')

async function judgeFolder(folder: string): Promise<Record<string, RejectReason[]>> {
  const names = (await readdir(path.join(photographs, folder))).sort()
  const selfies = []
  for (const id of names)
    selfies.push({ id, reading: await readSelfie(await readFile(path.join(photographs, folder, id))) })
  return Object.fromEntries(judgeSelfies(selfies).map(({ id, reasons }) => [id, reasons]))
}

const cases: [string, Record<string, RejectReason[]>][] = [
  [
    'obama',
    {
      'obama1.jpg': [],
      'obama2.jpg': [],
      'obama3.jpg': [],
      'obama4.jpg': ['near_duplicate'],
      'obama5.jpg': [],
      'obama_partial1.jpg': ['face_cut_off'],
    },
  ],
  [
    'mixed',
    {
      'biden2.jpg': ['other_person'],
      'obama1.jpg': [],
      'obama2.jpg': [],
      'obama3.jpg': [],
      'obama5.jpg': [],
      'two_people.jpg': ['several_faces'],
    },
  ],
  ['biden', { 'biden1.jpg': [], 'biden2.jpg': [] }],
  ['astronaut', { 'astronaut.png': ['face_too_small'] }],
]

for (const [folder, expected] of present ? cases : []) {
  test(`the photographs in ${folder}`, async () => expect(await judgeFolder(folder)).toEqual(expected))
}
