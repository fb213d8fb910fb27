import { clsx } from 'clsx'
import pictures from './pictures.json' with { type: 'json' }

/** A picture of `public/pictures`, written there in every width as AVIF and in one as JPEG by `scripts/public-pictures.ts`. */
export interface PictureFile {
  /** File name without width and extension; carries a hash of the content. */
  name: string
  /** The mean of its colours, shown until it has loaded. */
  colour: string
}

const { widths, insetWidth, aspect, fallbackWidth } = pictures

interface Props {
  picture: PictureFile
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. Absent for an inset, which exists in one width. */
  sizes?: string
  /** In the first screenful: not deferred. */
  eager?: boolean
  className?: string
}

export function Picture({ picture: { name, colour }, alt, sizes, eager = false, className }: Props) {
  const file = (width: number, format: 'avif' | 'jpg') => `/pictures/${name}-${width}.${format}`
  const isInset = sizes === undefined
  const sources = isInset
    ? file(insetWidth, 'avif')
    : widths.map((width) => `${file(width, 'avif')} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={sources} sizes={sizes} />
      <img
        src={file(isInset ? insetWidth : fallbackWidth, 'jpg')}
        alt={alt}
        width={aspect.width}
        height={aspect.height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        style={{ backgroundColor: colour }}
        className={clsx('w-full', className)}
      />
    </picture>
  )
}
