'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { BundleState } from '#contract/bundles.ts'
import type { Person } from '#contract/persons.ts'
import { isBundleBusy, isTrainingBusy } from '#components/training/working.ts'

interface Seen {
  isTraining: boolean
  bundles: ReadonlyMap<string, BundleState>
}

export interface News {
  /** Announces work that ended while this page was open; empty before. */
  sentence: string
  /** Number of orders that became ready while this page was open. */
  readyCount: number
}

/** Changes of a person's work since the page was opened; earlier results are not news. */
export function useNews(person: Person | undefined): News {
  const t = useTranslations()
  const [seen, setSeen] = useState<Seen>()
  const [news, setNews] = useState<News>({ sentence: '', readyCount: 0 })
  if (!person || (seen && isSame(seen, person))) return news
  setSeen(seenOf(person))
  if (!seen) return news

  const ended = person.bundles.filter(
    ({ id, state }) => isBusy(seen.bundles.get(id)) && !isBundleBusy({ state }),
  )
  const ready = ended.filter(({ state }) => state === 'ready')
  const sentences = ended.map(({ styleId, state }) =>
    t(`persons.one.announce.${state === 'ready' ? 'ready' : 'failed'}`, {
      style: t(`styles.${styleId}.name`),
    }),
  )
  if (seen.isTraining && person.training?.state === 'failed')
    sentences.unshift(t('persons.one.announce.trainingFailed'))
  if (sentences.length > 0)
    setNews({ sentence: sentences.join(' '), readyCount: news.readyCount + ready.length })
  return news
}

function seenOf(person: Person): Seen {
  return {
    isTraining: isTrainingBusy(person.training),
    bundles: new Map(person.bundles.map(({ id, state }) => [id, state])),
  }
}

function isSame(seen: Seen, person: Person): boolean {
  return (
    seen.isTraining === isTrainingBusy(person.training) &&
    seen.bundles.size === person.bundles.length &&
    person.bundles.every(({ id, state }) => seen.bundles.get(id) === state)
  )
}

function isBusy(state: BundleState | undefined): boolean {
  return state !== undefined && isBundleBusy({ state })
}
