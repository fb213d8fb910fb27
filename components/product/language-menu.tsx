'use client'

import { useSearchParams } from 'next/navigation'
import { LanguageSwitch } from '#components/shell/language-switch.tsx'
import { usePathname } from '#lib/i18n/navigation.ts'

/** The page that is open, in the other languages, with all its address says. */
export function LanguageMenu() {
  const search = useSearchParams().toString()
  return <LanguageSwitch path={`${usePathname()}${search === '' ? '' : `?${search}`}`} />
}
