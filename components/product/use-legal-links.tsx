import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'

/** The links in a sentence that names terms and privacy policy. They open beside the form, which keeps its fields. */
export function useLegalLinks() {
  const locale = useLocale()
  const to = (page: string) => (text: ReactNode) => (
    <a href={`/${locale}/legal/${page}`} target="_blank" rel="noopener" className="text-link">
      {text}
    </a>
  )
  return { terms: to('terms'), privacy: to('privacy-policy') }
}
