import { describe, test } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import { DirectorySlug } from '#contract/directory.ts'
import { testEach } from '#tests/support/each.ts'
import { foldToSlug, slugBaseOf, freeSlug } from './slug.ts'

testEach([
  ['Zürich', 'zurich'],
  ['Saint-Étienne', 'saint-etienne'],
  ["L'Aquila", 'laquila'],
  ['’s-Hertogenbosch', 's-hertogenbosch'],
  ['Weißenfels', 'weissenfels'],
  ['Ålesund', 'alesund'],
  ['Øksnes', 'oksnes'],
  ['Łódź', 'lodz'],
  ['İzmir', 'izmir'],
  ['Diyarbakır', 'diyarbakir'],
  ['Hafnarfjörður', 'hafnarfjordur'],
  ['Þorlákshöfn', 'thorlakshofn'],
  ['Biel/Bienne', 'biel-bienne'],
  ['  Villa   María ', 'villa-maria'],
  ['Ⅳ. Bezirk', 'iv-bezirk'],
  ['東京', undefined],
  ['Санкт-Петербург', undefined],
  ['Tokyo 東京', undefined],
  ['—', undefined],
  ['', undefined],
])('%j has the slug %j', (name, slug) => {
  expect(foldToSlug(name)).toBe(slug)
})

test('a name without a slug falls back to the ASCII name, and that to the id', () => {
  expect(slugBaseOf({ id: 'geonames-1850147', name: '東京', asciiName: 'Tokyo' })).toBe('tokyo')
  expect(slugBaseOf({ id: 'geonames-7', name: '東京', asciiName: '???' })).toBe('place-geonames-7')
})

testEach([
  ['IL', ['springfield', 'springfield-il', 'springfield-42', 'springfield-42-2', 'springfield-42-3']],
  ['07', ['springfield', 'springfield-42', 'springfield-42-2']],
  [null, ['springfield', 'springfield-42']],
])('of places with one name the first gets the plain slug, one in region %s a free one', (region, slugs) => {
  const taken = new Set<string>()
  for (const expected of slugs) {
    const slug = freeSlug({ id: 'geonames-42', slugBase: 'springfield', region }, (other) => taken.has(other))
    expect(slug).toBe(expected)
    taken.add(slug)
  }
})

describe('any place name', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.constantFrom(
      'geonames-1',
      'Geonames',
      'sample 3',
      'Sample-3',
      'Neustadt',
      'Neustadt 12',
      'Neustadt-by',
    ),
  )
  const place = fc.record({
    name: word,
    asciiName: word,
    region: fc.option(fc.oneof(fc.constantFrom('BY', '07'), fc.string({ maxLength: 4 }))),
  })

  test('its slug is well-formed, unique in the country, and no id', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
        const taken = new Set<string>()
        places.forEach(({ name, asciiName, region }, index) => {
          const id = `geonames-${index}`
          const slugBase = slugBaseOf({ id, name, asciiName })
          taken.add(freeSlug({ id, slugBase, region }, (slug) => taken.has(slug)))
        })
        expect(taken.size).toBe(places.length)
        for (const slug of taken) {
          expect(DirectorySlug.safeParse(slug).success).toBe(true)
          expect(slug).not.toMatch(/^(?:geonames|sample)-\d+$/)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('folding a folded name changes nothing', () => {
    fc.assert(
      fc.property(word, (name) => {
        const slug = foldToSlug(name)
        if (slug !== undefined) expect(foldToSlug(slug)).toBe(slug)
      }),
    )
  })
})
