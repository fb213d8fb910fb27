import sharp from 'sharp'
import { DIGITAL_SOURCE_TYPE } from '#studio/export/encode.ts'
import type { SubjectReport } from './measure-subject.ts'

const WIDTH_PX = 240
const HEIGHT_PX = 300
const COLUMNS = 7
const GAP_PX = 8
const PAPER = '#f7f6f3'
/** Faces stay crisp; the whole sheet stays near 150 kB. */
const QUALITY = 80

/** The subject's selfie, then one headshot of each style, as WebP that says how it was made. */
export async function drawSheet({ selfie, headshots }: SubjectReport): Promise<Uint8Array> {
  const pictures = [...(selfie ? [selfie] : []), ...headshots.map(({ jpeg }) => jpeg)]
  const columns = Math.min(COLUMNS, pictures.length)
  const lines = Math.ceil(pictures.length / columns)
  const layers = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture)
        .resize(WIDTH_PX, HEIGHT_PX, { fit: 'cover', position: 'top' })
        .png({ compressionLevel: 1 })
        .toBuffer(),
      left: (index % columns) * (WIDTH_PX + GAP_PX),
      top: Math.floor(index / columns) * (HEIGHT_PX + GAP_PX),
    })),
  )
  const width = columns * (WIDTH_PX + GAP_PX) - GAP_PX
  const height = lines * (HEIGHT_PX + GAP_PX) - GAP_PX
  return sharp({ create: { width, height, channels: 3, background: PAPER } })
    .composite(layers)
    .withXmp(xmp())
    .webp({ quality: QUALITY })
    .toBuffer()
}

function xmp(): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_TYPE}</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>`
}
