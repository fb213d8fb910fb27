import { expect } from 'expect'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { NoFaceError, type Eye, type OnSound } from '#backend/providers/eye/eye-port.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { DIGITAL_SOURCE_TYPE, readMark } from '#studio/export/encode.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { testEach } from '#tests/support/each.ts'

describe('the eye port on the studio', () => {
  const { studio } = openStudio({ threads: 1 })
  // Most of what the port promises does not depend on the large net, which takes most of the time.
  const { studio: quickStudio } = openStudio({ threads: 1, cutOutNet: null })
  let eye: Eye
  const signal = new AbortController().signal
  before(() => {
    eye = createStudioEye(quickStudio)
  })
  after(() => Promise.all([studio.close(), quickStudio.close()]))

  const read = async (bytes: Uint8Array, id: string) => ({
    id,
    ...(await eye.readSelfie(bytes, { signal })),
  })

  test('reads a selfie, cleans it, and judges it with the others', async () => {
    const [first, second] = await drawnSelfies('noor', 2)
    const [stranger] = await drawnSelfies('kenji', 1)
    if (!first || !second || !stranger) throw new Error('nothing was drawn')
    const tagged = new Uint8Array(
      await sharp(first)
        .withExif({ IFD0: { Make: 'SecretCamera' } })
        .toBuffer(),
    )
    const readings = [
      await read(tagged, 'first'),
      await read(tagged, 'copy'),
      await read(second, 'second'),
      await read(stranger, 'stranger'),
    ]
    const { image, thumbnail } = readings[0] ?? {}
    const cleaned = await sharp(image ?? undefined).metadata()
    expect(cleaned).toMatchObject({ format: 'jpeg', width: 1000 })
    expect([cleaned.exif, cleaned.xmp, cleaned.iptc]).toEqual([undefined, undefined, undefined])
    expect(await sharp(thumbnail ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 320 })
    expect(eye.judgeSelfies(readings.map(({ id, reading }) => ({ id, reading })))).toMatchObject([
      { id: 'first', accepted: true, reasons: [] },
      { id: 'copy', accepted: false, reasons: ['duplicate'] },
      { id: 'second', accepted: true, reasons: [] },
      { id: 'stranger', accepted: false, reasons: ['other_person'] },
    ])
  })

  testEach([
    ['nothing', Buffer.alloc(0), 'unreadable'],
    ['a text', Buffer.from('no picture at all'), 'unsupported_format'],
    [
      'a JPEG that ends too early',
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      'unreadable',
    ],
  ])('%s has a reason and no picture', async (_name, bytes, reason) => {
    const { id, reading, image, thumbnail } = await read(bytes, 'x')
    expect([image, thumbnail]).toEqual([null, null])
    expect(eye.judgeSelfies([{ id, reading }])).toMatchObject([{ id, accepted: false, reasons: [reason] }])
  })

  test('a picture without a face makes no preview and passes no gate', async () => {
    const wall = new Uint8Array(
      await sharp({ create: { width: 800, height: 800, channels: 3, background: '#8899aa' } })
        .jpeg()
        .toBuffer(),
    )
    await expect(eye.preview(wall, 'studio-grey', { signal })).rejects.toThrow(NoFaceError)
    const [selfie] = await drawnSelfies('noor', 1)
    const { reading } = await read(selfie ?? new Uint8Array(), 'selfie')
    const person = { readings: [reading], styleId: 'studio-grey' as const, isGenerated: true }
    for (const picture of [wall, Buffer.from('no picture at all')])
      expect(await eye.judgeHeadshot(picture, person, { signal })).toEqual({
        likeness: 0,
        reasons: ['no_face'],
        fingerprint: '',
        appeal: 0,
      })
  })

  test('a good selfie can be drawn before its verdict, one that is refused at once cannot', async () => {
    const [bytes = new Uint8Array()] = await drawnSelfies('noor', 1)
    const eyeWithNet = createStudioEye(studio)
    const drawn: number[] = []
    const onSound: OnSound = async (draw) => {
      const { image, sha256 } = await draw('studio-grey')
      expect(await readMark(image)).toMatchObject({ digitalSourceType: DIGITAL_SOURCE_TYPE })
      expect(createHash('sha256').update(image).digest('hex')).toBe(sha256)
      drawn.push((await sharp(image).metadata()).width)
    }
    const { reading } = await eyeWithNet.readSelfie(bytes, { signal, onSound })
    expect(eyeWithNet.judgeSelfies([{ id: 'x', reading }])).toMatchObject([{ accepted: true }])
    await eyeWithNet.readSelfie(Buffer.from('no picture at all'), { signal, onSound })
    expect(drawn).toEqual([512])
    const refuse: OnSound = () => Promise.reject(new Error('no disk'))
    await expect(eyeWithNet.readSelfie(bytes, { signal, onSound: refuse })).rejects.toThrow('no disk')
  })

  test('one selfie is enough for a preview, small, marked and with its hash', async () => {
    const [bytes] = await drawnSelfies('noor', 1)
    const made = await eye.preview(bytes ?? new Uint8Array(), 'studio-grey', { signal })
    const { format, width, height, exif } = await sharp(made.image).metadata()
    expect([format, width, height, exif]).toEqual(['jpeg', made.width, made.height, undefined])
    expect(width).toBeLessThan(600)
    expect(await readMark(made.image)).toMatchObject({ digitalSourceType: DIGITAL_SOURCE_TYPE })
    expect(createHash('sha256').update(made.image).digest('hex')).toBe(made.sha256)
  })

  test('an aborted call ends with the given reason', async () => {
    const [bytes] = await drawnSelfies('noor', 1)
    const off = new AbortController()
    const attempt = eye.readSelfie(bytes ?? new Uint8Array(), { signal: off.signal })
    off.abort(new Error('called off'))
    await expect(attempt).rejects.toThrow('called off')
  })
})
