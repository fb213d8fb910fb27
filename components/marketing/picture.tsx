import { clsx } from 'clsx'
import pictures from './pictures.json' with { type: 'json' }

/** A picture of `public/pictures`, written there in every size and format by `scripts/public-pictures.ts`. */
export interface PictureFile {
  /** File name without width and extension; carries a hash of the content. */
  name: string
}

const { widths, aspect, fallbackWidth } = pictures

interface Props {
  picture: PictureFile
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** In the first screenful: not deferred. */
  eager?: boolean
  className?: string
}

const sources = (name: string, format: string) =>
  widths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')

export function Picture({ picture, alt, sizes, eager = false, className }: Props) {
  return (
    <picture>
      <source type="image/avif" srcSet={sources(picture.name, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources(picture.name, 'webp')} sizes={sizes} />
      <img
        src={`/pictures/${picture.name}-${fallbackWidth}.jpg`}
        alt={alt}
        width={aspect.width}
        height={aspect.height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className={clsx('block h-auto w-full', className)}
      />
    </picture>
  )
}
