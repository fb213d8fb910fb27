import { useLocale, useTranslations } from 'next-intl'
import { AccountLink } from './account-link.tsx'
import { Header } from './header.tsx'
import { LanguageList, LanguageSwitch } from './language-switch.tsx'
import { MenuPanel } from './menu-panel.tsx'

const SECTIONS = ['how', 'styles', 'questions'] as const
/** After the sections of the home page: a page of its own. */
const PRICING = '/pricing'

/** Header of pages anybody may see. */
export function PublicHeader({ path = '' }: { path?: string }) {
  const t = useTranslations('shell')
  const locale = useLocale()
  const sections = (
    <>
      {SECTIONS.map((section) => (
        <li key={section}>
          <a href={`/${locale}#${section}`} className="menu-link">
            {t(section)}
          </a>
        </li>
      ))}
      <li>
        <a
          href={`/${locale}${PRICING}`}
          aria-current={path === PRICING ? 'page' : undefined}
          className="menu-link"
        >
          {t('pages.pricing')}
        </a>
      </li>
    </>
  )
  const account = (
    <AccountLink
      signedOut={
        <a href={`/${locale}/auth/login`} className="menu-link">
          {t('signIn')}
        </a>
      }
      signedIn={
        <a href={`/${locale}/persons`} className="menu-link">
          {t('persons')}
        </a>
      }
    />
  )
  return (
    <Header
      nav={
        <nav aria-label={t('menu')} className="-ml-3 hidden text-sm xl:block">
          <ul className="flex">{sections}</ul>
        </nav>
      }
      actions={
        <>
          <div className="-mr-3 hidden items-center text-sm xl:flex">
            {account}
            <LanguageSwitch path={path} />
          </div>
          <button
            type="button"
            popoverTarget="site-menu"
            className="-mr-3 flex min-h-11 items-center gap-2.5 rounded-sm px-3 font-semibold xl:hidden"
          >
            {t('menu')}
            <svg viewBox="0 0 18 10" aria-hidden="true" className="w-4.5">
              <path d="M0 1.5h18M0 8.5h18" stroke="currentColor" strokeWidth="2" />
            </svg>
          </button>
          <MenuPanel
            id="site-menu"
            className="absolute inset-auto inset-x-0 top-18 m-0 w-full border-b border-hairline bg-paper text-ink shadow-dialog md:top-20"
          >
            <nav aria-label={t('menu')} className="px-(--gutter) py-4">
              <ul className="-mx-3 text-lg">{sections}</ul>
              <div className="my-3 border-y border-hairline py-3 text-lg *:-mx-3">{account}</div>
              <LanguageList path={path} className="-mx-3 flex flex-wrap gap-x-2 text-base" />
            </nav>
          </MenuPanel>
        </>
      }
    />
  )
}
