import type { LookId } from '#contract/styles.ts'

/** The outline of the clothes of each look, on a bust of 80 by 100. */
const CLOTHES: Readonly<Record<LookId, string>> = {
  'own-clothes': 'M30 68q10 9 20 0',
  blazer: 'M32 66 40 88 48 66M32 66l-8 10 8 4-3 5 11 15M48 66l8 10-8 4 3 5-11 15',
  shirt: 'M32 66l8 9 8-9M32 66l-5 6 8 7 5-4M48 66l5 6-8 7-5-4M40 75v25M40 82h.1M40 90h.1',
  knit: 'M29 67q11 12 22 0M27 71q13 14 26 0M22 84v16M58 84v16',
  'black-tie': 'M32 66 40 94 48 66M32 66l-7 14 15 20M48 66l7 14-15 20M40 73l-6-4v8zM40 73l6-4v8z',
  'medical-coat': 'M31 66l9 14 9-14M31 66l-6 16 15 18M49 66l6 16-15 18M47 92h8v8',
  'workshop-jacket': 'M30 67l10 6 10-6M30 67v6l10 4 10-4v-6M40 77v23M23 86h10v9h-10zM47 86h10v9h-10z',
}

/** A drawing of a look's clothes without a face: no picture of it exists before one is ordered. */
export function LookDrawing({ look }: { look: LookId }) {
  return (
    <svg viewBox="0 0 80 100" aria-hidden="true" className="absolute inset-0 size-full text-ink-soft">
      <g fill="none" stroke="currentColor" strokeWidth="1" strokeLinecap="round" strokeLinejoin="round">
        <path d="M40 24c-9 0-14 7-14 16s6 18 14 18 14-9 14-18-5-16-14-16z" />
        <path d="M33 56v8q-1 3-6 5-14 4-17 13-2 8-2 18M47 56v8q1 3 6 5 14 4 17 13 2 8 2 18" />
        <path d={CLOTHES[look]} />
      </g>
    </svg>
  )
}
