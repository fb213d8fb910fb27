import type { StyleId } from '#contract/styles.ts'
import { Picture } from '#components/marketing/picture.tsx'
import pictures from '#components/marketing/pictures.json' with { type: 'json' }

const SIZES = '(min-width: 80rem) 280px, (min-width: 64rem) 22vw, (min-width: 40rem) 29vw, 44vw'

/** A finished headshot in the style, of somebody drawn; what it shows is said beside it. */
export function StyleSample({ styleId, sizes = SIZES }: { styleId: StyleId; sizes?: string }) {
  return <Picture picture={pictures.styles[styleId]} alt="" sizes={sizes} className="rounded-sm" />
}
