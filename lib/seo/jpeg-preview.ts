import sharp from 'sharp'

/** A messenger shows no picture of more beside a link (WhatsApp). */
export const PREVIEW_MAX_BYTES = 300_000
const QUALITIES = [85, 70, 50] as const

/** A drawn preview as JPEG: the drawing library answers PNG, which takes three times as much for a photograph. */
export async function jpegPreview(drawn: Response): Promise<Response> {
  const picture = sharp(await drawn.arrayBuffer()).flatten({ background: '#fff' })
  const headers = new Headers(drawn.headers)
  headers.set('content-type', 'image/jpeg')
  headers.delete('content-length')
  let jpeg = new Uint8Array()
  for (const quality of QUALITIES) {
    jpeg = new Uint8Array(await picture.clone().jpeg({ quality, mozjpeg: true }).toBuffer())
    if (jpeg.byteLength < PREVIEW_MAX_BYTES) break
  }
  return new Response(jpeg, { headers })
}
