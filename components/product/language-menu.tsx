'use client'

import { LanguageSwitch } from '#components/shell/language-switch.tsx'
import { usePathname } from '#lib/i18n/navigation.ts'

/** The page that is open, in the other languages. */
export function LanguageMenu() {
  return <LanguageSwitch path={usePathname()} />
}
