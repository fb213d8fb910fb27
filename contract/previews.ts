import { z } from 'zod'
import { StyleId, type StudioStyleId } from './styles.ts'

/** making -> ready | failed; making again when a better selfie comes */
export const PreviewState = z.enum(['making', 'ready', 'failed'])
export type PreviewState = z.infer<typeof PreviewState>

/** The style every preview is made in. */
export const PREVIEW_STYLE = 'studio-grey' satisfies StudioStyleId

/** A free, small, watermarked headshot made from one selfie, before any purchase. */
export const Preview = z
  .object({
    state: PreviewState,
    styleId: StyleId,
    image: z
      .object({
        url: z.url().meta({ description: 'Signed JPEG with watermark' }),
        selfieId: z.uuid().meta({ description: 'The selfie it was made from' }),
        width: z.int().positive(),
        height: z.int().positive(),
      })
      .nullable()
      .meta({
        description:
          'The one before stays while a better one is made; the first is an early one, of a selfie that may still be refused',
      }),
  })
  .meta({ id: 'Preview' })
export type Preview = z.infer<typeof Preview>
