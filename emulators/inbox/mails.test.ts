import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { actionLink, createMailbox, type OobCode } from './mails.ts'
import { renderInbox } from './page.ts'

const SITE = 'http://localhost:3000'

function code(over: Partial<OobCode> & { continueUrl?: string } = {}): OobCode {
  const { continueUrl, ...rest } = over
  const link = new URL(
    'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&lang=en&oobCode=abc&apiKey=fake-api-key',
  )
  if (continueUrl) link.searchParams.set('continueUrl', continueUrl)
  return { email: 'a@b.example', requestType: 'VERIFY_EMAIL', oobCode: 'abc', oobLink: link.href, ...rest }
}

describe('the link of a mail', () => {
  testEach([
    ['the language of the page it was asked from', `${SITE}/de/persons`, 'de'],
    ['English for a page without a language', `${SITE}/persons`, 'en'],
    ['English when there is no page', undefined, 'en'],
    ['English when the address is no address', 'nonsense', 'en'],
  ])('has %s', (_name, continueUrl, locale) => {
    const { link } = actionLink(SITE, code(continueUrl ? { continueUrl } : {}))
    const url = new URL(link)
    expect(`${url.origin}${url.pathname}`).toBe(`${SITE}/${locale}/auth/action`)
    expect(url.searchParams.get('mode')).toBe('verifyEmail')
    expect(url.searchParams.get('oobCode')).toBe('abc')
    expect(url.searchParams.get('lang')).toBe(locale)
    expect(url.searchParams.get('continueUrl')).toBe(continueUrl ?? null)
  })
})

describe('the mailbox', () => {
  test('lists the newest first and keeps a used mail without its link', () => {
    const mailbox = createMailbox(SITE)
    const at = new Date('2026-01-02T03:04:05Z')
    mailbox.receive([code({ oobCode: 'first', email: 'first@b.example' })], at)
    mailbox.receive([code({ oobCode: 'second', email: 'second@b.example' })], at)
    expect(mailbox.list().map(({ to, isUsed }) => [to, isUsed])).toEqual([
      ['second@b.example', false],
      ['first@b.example', true],
    ])
    const html = renderInbox(mailbox.list(), SITE)
    expect(html.match(/auth\/action/g)).toHaveLength(1)
    expect(html).toContain('03:04:05 UTC')
  })

  test('escapes any characters of an address', () => {
    const mailbox = createMailbox(SITE)
    mailbox.receive([code({ email: '<img src=x onerror=alert(1)>@b.example' })], new Date(0))
    const html = renderInbox(mailbox.list(), SITE)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;@b.example')
  })
})
