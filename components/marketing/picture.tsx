import { clsx } from 'clsx'
import pictures from './pictures.json' with { type: 'json' }

/** A picture of `public/pictures`, written there in every size and format by `scripts/public-pictures.ts`. */
export interface PictureFile {
  /** File name without width and extension; carries a hash of the content. */
  name: string
  /** The mean of its colours, shown until it has loaded. */
  colour: string
}

const { widths: allWidths, insetWidths, aspect, fallbackWidth } = pictures

interface Props {
  picture: PictureFile
  alt: string
  /** The shown width, as in the `sizes` attribute. */
  sizes: string
  /** In the first screenful: not deferred. */
  eager?: boolean
  /** A small picture in the corner of another; it exists in small sizes only. */
  isInset?: boolean
  className?: string
}

export function Picture({
  picture: { name, colour },
  alt,
  sizes,
  eager = false,
  isInset = false,
  className,
}: Props) {
  const widths = isInset ? insetWidths : allWidths
  const sources = (format: string) =>
    widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
      <img
        src={`/pictures/${name}-${isInset ? Math.max(...insetWidths) : fallbackWidth}.jpg`}
        alt={alt}
        width={aspect.width}
        height={aspect.height}
        loading={eager ? 'eager' : 'lazy'}
        // The largest painted element is text: the font loads first.
        fetchPriority="low"
        decoding="async"
        style={{ backgroundColor: colour }}
        className={clsx('block h-auto w-full', className)}
      />
    </picture>
  )
}
