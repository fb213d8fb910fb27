import { useLocale, useTranslations } from 'next-intl'
import { Brand } from './brand-mark.tsx'
import { LanguageList } from './language-switch.tsx'

const PRODUCT = [
  ['pricing', '/pricing'],
  ['verify', '/verify'],
  ['nearMe', '/headshots-near-me'],
  ['processing', '/where-your-face-is'],
  ['status', '/status'],
] as const
const LEGAL = [
  ['imprint', '/legal/imprint'],
  ['privacy', '/legal/privacy-policy'],
  ['terms', '/legal/terms'],
  ['withdrawal', '/legal/withdrawal'],
] as const

const link = 'flex min-h-11 items-center underline-offset-4 hover:underline'

/** Foot of every page: who we are, what else there is, what the law asks for, and the same page in the other languages. */
export function Footer({ path = '' }: { path?: string }) {
  const t = useTranslations('shell')
  return (
    <footer className="wrap">
      <div className="grid gap-x-8 gap-y-8 border-t border-hairline py-10 text-sm sm:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <Brand />
          <p className="mt-2 max-w-72 text-ink-soft">{t('footer')}</p>
        </div>
        <Links group="product" pages={PRODUCT} className="lg:col-span-2 lg:col-start-6" />
        <Links group="legal" pages={LEGAL} className="lg:col-span-3" />
        <nav aria-label={t('language')} className="lg:col-span-2">
          <p className="font-semibold">{t('language')}</p>
          <LanguageList path={path} className="mt-1 -ml-3" />
        </nav>
      </div>
    </footer>
  )
}

interface LinksProps {
  group: 'product' | 'legal'
  pages: typeof PRODUCT | typeof LEGAL
  className: string
}

function Links({ group, pages, className }: LinksProps) {
  const t = useTranslations('shell')
  const locale = useLocale()
  return (
    <nav aria-label={t(`groups.${group}`)} className={className}>
      <p className="font-semibold">{t(`groups.${group}`)}</p>
      <ul className="mt-1">
        {pages.map(([name, to]) => (
          <li key={name}>
            <a href={`/${locale}${to}`} className={link}>
              {t(`pages.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
