import { useTranslations } from 'next-intl'
import { Brand } from './brand-mark.tsx'
import { LanguageList } from './language-switch.tsx'

/** Foot of every page: who we are, and the same page in the other languages. */
export function Footer({ path = '' }: { path?: string }) {
  const t = useTranslations('shell')
  return (
    <footer className="wrap">
      <div className="flex flex-col gap-8 border-t border-hairline py-10 md:flex-row md:items-start md:justify-between">
        <div>
          <Brand />
          <p className="mt-2 max-w-72 text-sm text-ink-soft">{t('footer')}</p>
        </div>
        <nav aria-label={t('language')}>
          <LanguageList path={path} className="-mx-3 flex flex-wrap gap-x-1 text-sm" />
        </nav>
      </div>
    </footer>
  )
}
