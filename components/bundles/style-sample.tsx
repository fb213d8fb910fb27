import type { StyleId } from '#contract/styles.ts'
import { Picture } from '#components/marketing/picture.tsx'
import pictures from '#components/marketing/pictures.json' with { type: 'json' }

const SIZES = '(min-width: 80rem) 379px, (min-width: 48rem) 29vw, 40vw'

/** A finished headshot in the style, of somebody drawn; what it shows is said beside it. */
export function StyleSample({ styleId }: { styleId: StyleId }) {
  return <Picture picture={pictures.styles[styleId]} alt="" sizes={SIZES} className="rounded-sm" />
}
