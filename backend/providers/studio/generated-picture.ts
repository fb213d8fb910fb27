import sharp from 'sharp'
import { BRAND } from '#contract/brand.ts'
import { GENERATED_SOURCE_TYPE } from '#contract/verification.ts'
import type { FinishedPicture } from '#backend/providers/engine/engine-port.ts'
import { encodeHeadshot, sha256Of } from '#studio/export/encode.ts'

const THUMBNAIL_PX = 480
/** No engine makes larger ones; a small file can unpack to many more. */
const PIXELS_MOST = 16_000_000

/** A vendor's picture as the product keeps it: a JPEG without anything the vendor wrote into it, and with our mark. */
export async function finishGenerated(bytes: Uint8Array): Promise<FinishedPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MOST })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const image = await encodeHeadshot(
    { width, height, data: data },
    {
      digitalSourceType: GENERATED_SOURCE_TYPE,
      credit: BRAND,
      description:
        'This portrait was generated with artificial intelligence from photographs of the person shown.',
    },
  )
  const thumbnail = await sharp(image).resize({ width: THUMBNAIL_PX }).webp().toBuffer()
  return { image, thumbnail: new Uint8Array(thumbnail), width, height, sha256: sha256Of(image) }
}
