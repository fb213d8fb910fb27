import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import yazl from 'yazl'
import { createStudio } from '#studio/studio.ts'
import { createPainter, PaintError, picturesIn } from './painter.ts'

describe('the emulators’ pictures', () => {
  const painter = createPainter(createStudio({ threads: 1, cutOutNet: null }))
  after(() => painter.close())

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
