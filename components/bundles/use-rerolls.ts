import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OPEN_REROLL_STATES, type Bundle, type Reroll } from '#contract/bundles.ts'

export interface RerollNews {
  /** Headshots with a running re-roll. */
  underWay: ReadonlySet<string>
  /** Announces re-rolls that ended while this page was open; empty before. */
  sentence: string
}

/** The state of a bundle's re-rolls. */
export function useRerolls({ rerolls }: Pick<Bundle, 'rerolls'>): RerollNews {
  const t = useTranslations('bundles.gallery.flaw')
  const open = rerolls.filter(isOpen).map(({ id }) => id)
  const [seen, setSeen] = useState<readonly string[]>(open)
  const [ended, setEnded] = useState<Reroll>()
  if (seen.join() !== open.join()) {
    setSeen(open)
    const over = rerolls.find((reroll) => seen.includes(reroll.id) && !isOpen(reroll))
    setEnded(over)
  }
  return {
    underWay: new Set(rerolls.filter(isOpen).map(({ userImageKey }) => userImageKey)),
    sentence: ended ? t(ended.state === 'failed' ? failureKey(ended) : 'ended.done') : '',
  }
}

/** Why a re-roll failed, as a key below `bundles.gallery.flaw`. */
export function failureKey({ failure }: Pick<Reroll, 'failure'>) {
  return failure === null ? ('ended.failed' as const) : (`failure.${failure}` as const)
}

export function isOpen({ state }: Pick<Reroll, 'state'>): boolean {
  return OPEN_REROLL_STATES.includes(state)
}
