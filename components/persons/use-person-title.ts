'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useDocumentTitle } from '#components/product/use-document-title.ts'

/** Names the tab after the person, and says so when headshots became ready while it was hidden. */
export function usePersonTitle(name: string | undefined, readyCount: number): void {
  const t = useTranslations('persons.one')
  const isVisible = useVisible()
  const [seenCount, setSeenCount] = useState(0)
  if (isVisible && seenCount !== readyCount) setSeenCount(readyCount)
  const isNews = !isVisible && readyCount > seenCount
  useDocumentTitle(name !== undefined && isNews ? t('readyTitle', { name }) : name)
}

/** Whether the tab is in view. */
function useVisible(): boolean {
  const [isVisible, setVisible] = useState(true)
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return isVisible
}
