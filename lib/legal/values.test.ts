import { readFileSync } from 'node:fs'
import { expect } from 'expect'
import { LOCALES } from '#contract/locales.ts'
import { testEach } from '#tests/support/each.ts'
import { filled, type LegalTexts } from './texts.ts'
import { legalValues } from './values.ts'

const seller = {
  name: 'Studio GmbH',
  addressLines: ['Weg 1', '8000 Zürich'],
  email: 'a@b.example',
  taxId: null,
  phone: null,
  register: null,
  euRepresentative: null,
}

testEach(LOCALES)('the legal texts in %s name the seller, and have no blanks without one', (locale) => {
  // Sound by construction: a text of another shape does not compile where it is loaded.
  const texts = JSON.parse(readFileSync(`messages/legal/${locale}.json`, 'utf8')) as LegalTexts
  const said = (
    given: typeof seller | (Omit<typeof seller, 'name' | 'email'> & { name: null; email: null }),
  ) => filled('{seller} {address} {contact}', legalValues(locale, given, texts.imprint))
  expect(said(seller)).toBe('Studio GmbH Weg 1, 8000 Zürich a@b.example')
  const empty = said({ ...seller, name: null, addressLines: [], email: null })
  expect(empty).not.toContain('__')
  expect(empty).toContain(texts.imprint.noAddress)
  expect(empty).toContain(texts.imprint.noEmail)
})
