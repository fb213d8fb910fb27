import { clsx } from 'clsx'
import { isLook, type StyleId } from '#contract/styles.ts'
import { Picture as DrawnPicture } from '#components/marketing/picture.tsx'
import pictures from '#components/marketing/pictures.json' with { type: 'json' }
import { Picture } from '#components/product/picture.tsx'
import { LookDrawing } from './look-drawing.tsx'

const SIZES = '(min-width: 80rem) 280px, (min-width: 64rem) 22vw, (min-width: 40rem) 29vw, 44vw'

interface Props {
  styleId: StyleId
  /** The person in this style; null while there is none, or where it failed. */
  url: string | null
  /** The text for the person's own picture; the drawn one needs none beside the style's name. */
  alt: string
  sizes?: string
  className?: string
}

/** The style on this person; on a drawn person until that picture exists, and of a look a drawing of the clothes. */
export function StyleSample({ styleId, url, alt, sizes = SIZES, className }: Props) {
  const drawn = isLook(styleId) ? (
    <LookDrawing look={styleId} />
  ) : (
    <DrawnPicture picture={pictures.styles[styleId]} alt="" sizes={sizes} />
  )
  return (
    <div className={clsx('relative aspect-4/5 overflow-hidden rounded-sm bg-wash', className)}>
      {url === null ? (
        drawn
      ) : (
        <Picture
          // Its place in storage is new whenever the picture is; the rest of the address is with every answer.
          id={new URL(url).pathname}
          url={url}
          alt={alt}
          fallback={drawn}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  )
}
