'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Tile } from './tiles.ts'

type Told = ReadonlyMap<string, Tile['state']>

interface Props {
  tiles: readonly Tile[]
  /** Whether the list has loaded; its first verdicts are known, not news. */
  isLoaded: boolean
}

/** Announces the checks' verdicts, picture by picture, as they arrive. */
export function Announcer({ tiles, isLoaded }: Props) {
  const t = useTranslations()
  const [told, setTold] = useState<{ states: Told; sentence: string }>()
  if (!told && isLoaded) setTold({ states: statesOf(tiles), sentence: '' })
  const news = told
    ? tiles.filter((tile) => isVerdict(tile.state) && told.states.get(tile.id) !== tile.state)
    : []
  if (news.length > 0) setTold({ states: statesOf(tiles), sentence: news.map(sentenceOf).join(' ') })

  function sentenceOf({ state, fileName, reasons: [reason], code }: Tile): string {
    if (state === 'accepted') return t('upload.announce.accepted', { name: fileName })
    const why = reason
      ? t(`selfieReasons.${reason}.title`)
      : code
        ? t(`errors.${code}`)
        : t('upload.states.rejected')
    return t('upload.announce.rejected', { name: fileName, reason: why })
  }
  return (
    <p role="status" className="sr-only">
      {told?.sentence}
    </p>
  )
}

function isVerdict(state: Tile['state']): boolean {
  return state === 'accepted' || state === 'rejected' || state === 'failed'
}

function statesOf(tiles: readonly Tile[]): Told {
  return new Map(tiles.map(({ id, state }) => [id, state]))
}
