import { LOCALES } from '#contract/locales.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'

interface ListProps {
  /** The page after its language, starting with a slash; empty for the home page. */
  path?: string
  className?: string
}

/** The same page in every language, as plain links. */
export function LanguageList({ path = '', className }: ListProps) {
  const current = useLocale()
  return (
    <ul className={className}>
      {LOCALES.map((locale) => (
        <li key={locale}>
          <a
            href={`/${locale}${path}`}
            hrefLang={locale}
            lang={locale}
            aria-current={locale === current ? 'true' : undefined}
            className={clsx(
              'menu-link',
              locale === current && 'font-bold underline decoration-accent decoration-2',
            )}
          >
            {languageName(locale)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A button that shows the list of languages; the browser's own popover, so it needs no script. */
export function LanguageSwitch({ path = '' }: { path?: string }) {
  const t = useTranslations('shell')
  const locale = useLocale()
  return (
    <div>
      <button
        type="button"
        popoverTarget="language-list"
        aria-label={`${locale.toUpperCase()}, ${t('language')}`}
        className="flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-medium hover:bg-wash sm:px-3"
      >
        {locale.toUpperCase()}
        <svg viewBox="0 0 12 8" aria-hidden="true" className="w-2.5">
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
      <div
        id="language-list"
        popover="auto"
        className="absolute inset-auto top-18 right-[max(var(--gutter),calc((100vw-var(--page))/2))] m-0 min-w-44 rounded-md border border-hairline bg-paper p-2 text-sm text-ink shadow-dialog"
      >
        <LanguageList path={path} />
      </div>
    </div>
  )
}
