import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import yazl from 'yazl'
import { buffer } from 'node:stream/consumers'
import { trainingArchive } from '#backend/providers/engine/training-archive.ts'
import { createStudio } from '#studio/studio.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { createPainter, PaintError, picturesIn } from './painter.ts'

describe('the emulators’ pictures', () => {
  const painter = createPainter({ cutOutNet: null })
  const studio = createStudio({ threads: 1, cutOutNet: null })
  let selfies: Uint8Array[]
  let weights: Uint8Array

  /** How like the person a picture is, and what the gate says against it. */
  const judge = async (picture: Uint8Array) => {
    const { face } = await studio.readSelfie(selfies[0] ?? new Uint8Array())
    if (!face) throw new Error('no face in the selfie')
    return studio.judge(picture, [face], 'studio-grey')
  }

  before(async () => {
    selfies = await drawnSelfies('noor', 2)
    weights = await painter.train(await picturesIn(await trainingArchive(selfies)))
  })
  after(() => Promise.all([painter.close(), studio.close()]))

  test('show the person of the archive, another picture for another seed', async () => {
    const [one, other] = [await painter.paint(weights, 0), await painter.paint(weights, 1)]
    expect((await judge(one)).reasons).not.toContain('unlike')
    expect(Buffer.compare(one, other)).not.toBe(0)
  })

  test('on command show somebody else, a narrow face, or a copied selfie', async () => {
    expect((await judge(await painter.paint(weights, 0, 'somebody_else'))).reasons).toContain('unlike')
    const stranger = await painter.train(selfies, 'somebody_else')
    expect((await judge(await painter.paint(stranger, 0))).reasons).toContain('unlike')
    const sizeOf = async (picture: Uint8Array) => {
      const { width, height } = await sharp(picture).metadata()
      return width / height
    }
    const [whole, narrow] = [await painter.paint(weights, 0), await painter.paint(weights, 0, 'squeezed')]
    expect((await sizeOf(narrow)) / (await sizeOf(whole))).toBeCloseTo(0.8, 2)
    const [first] = await picturesIn(await trainingArchive(selfies))
    const copy = await painter.paint(weights, 0, 'copied')
    expect(await sizeOf(copy)).toBe(await sizeOf(first ?? new Uint8Array()))
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
