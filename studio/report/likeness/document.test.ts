import { normalise } from '#studio/nets/vectors.ts'
import { test } from 'node:test'
import { expect } from 'expect'
import type { Made } from './engines.ts'
import { likenessDocument } from './document.ts'
import type { Described, Person } from './people.ts'

/** The first two values identify the person, the third the picture. */
function described(person: number, picture: number): Described {
  const values = normalise(Float32Array.of(person === 0 ? 1 : 0, person === 1 ? 1 : 0, picture / 10))
  return { faceres: values, dlib: values }
}

function personOf(index: number, labels: Record<string, string>): Person {
  const pictures = [1, 2].map((picture) => {
    const own = described(index, picture)
    return {
      file: `${String(picture)}.jpg`,
      bytes: new Uint8Array(),
      described: own,
      variants: { squeezed: own, mirrored: own, relit: null, compressed: own, 'black and white': own },
    }
  })
  return {
    name: `person ${String(index)}`,
    labels,
    pictures,
    faceless: index === 0 ? ['wall.jpg'] : [],
    made: [],
  }
}

const people = [personOf(0, { 'skin type': 'V' }), personOf(1, { 'skin type': 'II', age: '60-69' })]

test('names who was compared, by each descriptor, variant, engine and label, and the limits of the proof', () => {
  const [first, second] = people
  if (!first || !second) throw new Error('two people')
  const made: Made[] = [
    { engine: 'elsewhere', person: first, described: described(0, 1), heldOut: first.pictures },
    { engine: 'elsewhere', person: second, described: null, heldOut: second.pictures },
  ]
  const text = likenessDocument(people, made)
  expect(text).toContain(
    '4 pictures of 2 people, 2 of them with more than one. Without a face, left out: person 0/wall.jpg.',
  )
  expect(text.match(/## (faceres|dlib)/g)).toHaveLength(2)
  // Two people are one pair: none wrong, and up to 79 % may be.
  expect(text).toMatch(
    /\| pictures as they came \| 2: .* \| 4: .* \| 0\.0 % \(0\.0 %–65\.8 %\) \| 0\.0 % \(0\.0 %–79\.3 %\) \| 1\.0000 \|/,
  )
  expect(text).toMatch(/\| relit \| 0: .*\| 4 \|/)
  expect(text).toMatch(/\| elsewhere \| 1: .*\| 1 \|/)
  for (const label of ['skin type V (1)', 'skin type II (1)', 'age 60-69 (1)'])
    expect(text).toContain(`| ${label} |`)
  expect(text).toContain('## How little this proves')
})

test('without labels the document has no section by label', () => {
  const text = likenessDocument(
    people.map((person) => ({ ...person, labels: {} })),
    [],
  )
  expect(text).toContain('nothing may be concluded')
})
