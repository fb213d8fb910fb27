import { Photographer } from '#contract/directory.ts'
import { test } from 'node:test'
import { expect } from 'expect'
import { breadcrumbs, listingsInOrder, product, questionsAndAnswers, scriptText } from './structured-data.ts'

const listing = Photographer.parse({
  id: 'osm-node-1',
  source: 'openstreetmap',
  sourceUrl: null,
  sample: false,
  kind: 'photographer',
  name: 'Licht </script> & Co',
  latitude: 47.3,
  longitude: 8.5,
  distanceMeters: 120,
  city: { id: 'geonames-1', slug: 'zurich', name: 'Zürich', countryId: 'CH' },
  address: { street: 'Musterweg', houseNumber: '1', postcode: null, locality: null },
  website: null,
  phone: null,
  email: null,
  openingHours: null,
  wheelchair: null,
  changedAt: '2026-01-01T00:00:00.000Z',
})

test('a listing has its known fields, and never a rating or a price', () => {
  const data = listingsInOrder([listing])
  expect(data).toMatchObject({
    numberOfItems: 1,
    itemListElement: [
      {
        position: 1,
        item: {
          '@type': 'ProfessionalService',
          address: { streetAddress: 'Musterweg 1', addressLocality: 'Zürich', addressCountry: 'CH' },
        },
      },
    ],
  })
  expect(JSON.stringify(data)).not.toMatch(/rating|review|price|null/i)
})

test('nothing in a name ends its script element', () => {
  const text = scriptText(listingsInOrder([listing]))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual(listingsInOrder([listing]))
})

test('offers have a price as machines read it', () => {
  const data = product({
    name: 'n',
    brand: 'b',
    description: 'd',
    url: 'u',
    imageUrl: 'i',
    offers: [{ name: 'first', amountMinor: 900, currency: 'EUR' }],
  })
  expect(data).toMatchObject({ offers: [{ '@type': 'Offer', price: '9.00', priceCurrency: 'EUR' }] })
})

test('steps are counted from one; each question has its answer', () => {
  expect(breadcrumbs([{ name: 'a', url: 'x' }])).toMatchObject({
    itemListElement: [{ position: 1, item: 'x' }],
  })
  expect(questionsAndAnswers([{ question: 'q', answer: 'a' }])).toMatchObject({
    mainEntity: [{ name: 'q', acceptedAnswer: { text: 'a' } }],
  })
})
