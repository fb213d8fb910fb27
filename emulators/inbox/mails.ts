import { z } from 'zod'
import { DEFAULT_LOCALE, Locale } from '#contract/locales.ts'

/** What the Auth emulator lists at `/emulator/v1/projects/{id}/oobCodes`: codes that have not been used. */
const OobCode = z.object({
  email: z.string(),
  requestType: z.string(),
  oobCode: z.string(),
  oobLink: z.url(),
  newEmail: z.string().optional(),
})
export type OobCode = z.infer<typeof OobCode>

export const OobCodes = z.object({ oobCodes: z.array(OobCode) })

export interface Mail {
  /** Counts up from 1 in order of arrival. */
  id: number
  to: string
  subject: string
  action: string
  link: string
  locale: Locale
  receivedAt: Date
  /** The link works once; after that only the record stays. */
  isUsed: boolean
}

const WORDING = new Map([
  ['VERIFY_EMAIL', { subject: 'Verify your email address', action: 'Verify email address' }],
  ['PASSWORD_RESET', { subject: 'Reset your password', action: 'Choose a new password' }],
  ['EMAIL_SIGNIN', { subject: 'Sign in', action: 'Sign in' }],
  ['VERIFY_AND_CHANGE_EMAIL', { subject: 'Confirm your new email address', action: 'Confirm new address' }],
  ['RECOVER_EMAIL', { subject: 'Your email address was changed', action: 'Undo the change' }],
])

/** The emulator always says `lang=en`; the page the person came from knows better. */
function localeOf(link: URL): Locale {
  const continueUrl = link.searchParams.get('continueUrl')
  const segment =
    continueUrl && URL.canParse(continueUrl) ? new URL(continueUrl).pathname.split('/')[1] : undefined
  return Locale.catch(DEFAULT_LOCALE).parse(segment)
}

/** The link as in production's mails: to the product's own action page, with the same parameters. */
export function actionLink(siteUrl: string, code: OobCode): { link: string; locale: Locale } {
  const emulatorLink = new URL(code.oobLink)
  const locale = localeOf(emulatorLink)
  const link = new URL(`/${locale}/auth/action`, siteUrl)
  for (const name of ['mode', 'oobCode', 'continueUrl']) {
    const value = emulatorLink.searchParams.get(name)
    if (value) link.searchParams.set(name, value)
  }
  link.searchParams.set('lang', locale)
  return { link: link.href, locale }
}

export interface Mailbox {
  /** Takes in what the emulator lists now: new codes arrive, missing ones have been used. */
  receive(codes: readonly OobCode[], at: Date): void
  /** Newest first. */
  list(): Mail[]
}

export function createMailbox(siteUrl: string): Mailbox {
  const mails = new Map<string, Mail>()
  return {
    receive(codes, at) {
      const listed = new Set(codes.map(({ oobCode }) => oobCode))
      for (const [code, mail] of mails) mails.set(code, { ...mail, isUsed: !listed.has(code) })
      for (const code of codes) {
        if (mails.has(code.oobCode)) continue
        const wording = WORDING.get(code.requestType) ?? {
          subject: code.requestType,
          action: 'Open the link',
        }
        const to = code.newEmail ?? code.email
        const arrived = {
          id: mails.size + 1,
          to,
          ...wording,
          ...actionLink(siteUrl, code),
          receivedAt: at,
          isUsed: false,
        }
        mails.set(code.oobCode, arrived)
      }
    },
    list: () => [...mails.values()].reverse(),
  }
}
