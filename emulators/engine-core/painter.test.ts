import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import yazl from 'yazl'
import { trainingArchive } from '#backend/providers/engine/training-archive.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { createStudio } from '#studio/studio.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { createPainter, PaintError, picturesIn } from './painter.ts'

const { signal } = new AbortController()

describe('the emulators’ pictures', () => {
  const painter = createPainter({ cutOutNet: null })
  const studio = createStudio({ threads: 1, cutOutNet: null })
  let selfies: Uint8Array[]
  let pictures: Uint8Array[]
  let weights: Uint8Array

  const eye = createStudioEye(studio)
  /** What the product's gate says against a picture of the person. */
  const reasonsAgainst = async (picture: Uint8Array) => {
    const { reading } = await eye.readSelfie(selfies[0] ?? new Uint8Array(), { signal })
    const person = { readings: [reading], styleId: 'studio-grey' as const }
    return (await eye.judgeHeadshot(picture, person, { signal })).reasons
  }
  const sizeOf = async (picture: Uint8Array) => {
    const { width, height } = await sharp(picture).metadata()
    return width / height
  }

  before(async () => {
    selfies = await drawnSelfies('noor', 2)
    pictures = await picturesIn(await trainingArchive(selfies))
    weights = await painter.train(pictures)
  })
  after(() => Promise.all([painter.close(), studio.close()]))

  test('show the person of the archive, and on command somebody else, a narrow face, or a copied selfie', async () => {
    const whole = await painter.paint(weights, 0)
    expect(await reasonsAgainst(whole)).not.toContain('unlike')
    expect(await reasonsAgainst(await painter.paint(weights, 0, 'somebody_else'))).toContain('unlike')
    const narrow = await painter.paint(weights, 0, 'squeezed')
    expect((await sizeOf(narrow)) / (await sizeOf(whole))).toBeCloseTo(0.8, 2)
    const copy = await painter.paint(weights, 0, 'copied')
    expect(await sizeOf(copy)).toBe(await sizeOf(pictures[0] ?? new Uint8Array()))
  })

  test('need an archive without folders, of pictures with a face', async () => {
    const zipOf = async (names: string[]) => {
      const zip = new yazl.ZipFile()
      for (const name of names) zip.addBuffer(Buffer.from('x'), name)
      zip.end()
      return new Uint8Array(await buffer(zip.outputStream))
    }
    await expect(picturesIn(new Uint8Array([1, 2, 3]))).rejects.toThrow(PaintError)
    await expect(picturesIn(await zipOf(['faces/001.jpg']))).rejects.toThrow(PaintError)
    await expect(painter.train([])).rejects.toThrow(PaintError)
    const wall = sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#8899aa' } })
    await expect(painter.train([new Uint8Array(await wall.jpeg().toBuffer())])).rejects.toThrow(PaintError)
    await expect(painter.paint(new Uint8Array([1]), 0)).rejects.toThrow(PaintError)
  })
})
