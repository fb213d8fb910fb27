import { clsx } from 'clsx'
import type { StyleId } from '#contract/styles.ts'

const BACKDROP: Readonly<Record<StyleId, string>> = {
  'studio-grey': 'bg-hairline',
  'executive-navy': 'bg-ink-soft',
  'bw-editorial': 'bg-sheet',
}

/** The backdrop of a style, drawn. */
export function StyleSample({ styleId }: { styleId: StyleId }) {
  return <div aria-hidden="true" className={clsx('aspect-16/10 rounded-sm', BACKDROP[styleId])} />
}
