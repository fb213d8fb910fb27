import { test } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import type { z } from 'zod'
import { renderMail } from '#backend/features/mail/mail-service.ts'
import { templates } from '#backend/features/mail/templates.ts'
import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { MailTemplate } from '#contract/mails.ts'
import { MAIL_EXAMPLES } from '#scripts/mails/examples.ts'
import { arbitraryOf } from '#tests/support/arbitrary-of.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { MESSAGES } from '#tests/support/messages.ts'

const SITE = 'https://site.example'
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The readable text of a page: its body without markup and without hidden parts. */
function readable(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<div style="display:none[\s\S]*?<\/div>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    .replace(/\s+/g, ' ')
}

const numbersIn = (text: string) => new Set(text.match(/\p{N}+/gu) ?? [])

describeEach(MailTemplate.options)('%s', (template) => {
  testEach(LOCALES)('is written in %s, with the same sentences as text and as a page', (locale) => {
    for (const data of MAIL_EXAMPLES[template]) {
      // Sound by construction: the examples of a template are of its data.
      const { subject, text, html } = renderMail(template, locale, data as never, SITE)
      expect(subject).not.toMatch(/[\r\n{}]|mails\./)
      expect(text).not.toMatch(/[{}]|mails\./)
      expect(numbersIn(readable(html))).toEqual(numbersIn(text))
      for (const paragraph of text.split('\n\n').filter((part) => !/[\n:]/.test(part))) {
        expect(readable(html)).toContain(paragraph.trim().replace(/\s+/g, ' '))
      }
      expect(html).toContain(`<html lang="${locale}">`)
      expect(text).toContain(BRAND)
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
      expect(links.every((href) => href.startsWith(`${SITE}/${locale}`))).toBe(true)
    }
  })
})

testEach(LOCALES)('in %s the mails about two styles of a person have subjects of their own', (locale) => {
  const [data] = MAIL_EXAMPLES['headshots-ready']
  const subjects = (['library', 'studio-grey'] as const).map(
    (styleId) => renderMail('headshots-ready', locale, { ...data, styleId } as never, SITE).subject,
  )
  expect(new Set(subjects).size).toBe(2)
})

testEach(LOCALES)(
  'in %s a withdrawal gives all of the money back, also beside what a code paid for',
  (locale) => {
    const [data] = MAIL_EXAMPLES['payment-refunded']
    const linesOf = (change: object) =>
      renderMail('payment-refunded', locale, { ...data, ...change } as never, SITE).text.split('\n')
    const { heading, headingShare } = MESSAGES[locale].mails['payment-refunded']
    const beside = linesOf({ reason: 'withdrawal', isPart: true })
    expect(beside[0]).toBe(heading)
    expect(beside).not.toEqual(linesOf({ reason: 'withdrawal', isPart: false }))
    expect(linesOf({ reason: 'unfulfilled', isPart: true })[0]).toBe(headingShare)
  },
)

test('German is written with ß and the formal you', () => {
  const all = MailTemplate.options.flatMap((template) =>
    MAIL_EXAMPLES[template].map((data) => renderMail(template, 'de', data as never, SITE).text),
  )
  expect(all.join('\n')).not.toMatch(/\b(du|dir|dich|dein\w*|euch|euer)\b|schliesslich|gross|Strasse/i)
})

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' style='position:fixed",
  '{person, plural, other {x}}',
  '</style><b>',
  'a\r\nBcc: victim@b.example',
  '&lt;b&gt;',
]

testEach(HOSTILE)('user input is escaped: %j', (typed) => {
  const person = { personId: crypto.randomUUID(), personName: typed }
  const { subject, html, text } = renderMail(
    'retention-warning',
    'en',
    { ...person, deletesAt: '2026-01-02T03:04:05Z' },
    SITE,
  )
  expect(subject).not.toMatch(/[\r\n]/)
  const body = html.replace(/^[\s\S]*<body/, '<body')
  expect(body).not.toMatch(/<(img|script|b)\b|onerror=[^&]*>|<\/style/)
  expect(readable(body)).toContain(typed.replace(/\s+/g, ' '))
  expect(text).toContain(typed.replace(/[\r\n]+/g, ' '))
})

testEach(MailTemplate.options)('any valid data of %s gives a mail in every language', (template) => {
  const { data } = templates[template]
  fc.assert(
    fc.property(arbitraryOf(data), fc.constantFrom(...LOCALES), (given, locale) => {
      if (!(data as z.ZodType).safeParse(given).success) return
      const { subject, html, text } = renderMail(template, locale, given as never, SITE)
      expect(Math.min(subject.length, html.length, text.length)).toBeGreaterThan(0)
    }),
    { numRuns: 30 },
  )
})
