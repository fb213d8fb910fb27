import type { Locale } from '#contract/locales.ts'
import type { MailOptions } from '#lib/identity/identity.ts'
import { localizePath } from '#lib/session/redirect.ts'
import { readWantedPage } from '#lib/session/wanted-page.ts'

/** Mails end at the page that was wanted, so that a link opened on another device leads there too. */
export function mailOptions(locale: Locale): MailOptions {
  return { locale, continueUrl: `${window.location.origin}${wantedPage(locale)}` }
}

/** The saved page in the language of now, else the list of persons. */
export function wantedPage(locale: Locale): string {
  return localizePath(readWantedPage() ?? '/persons', locale)
}
