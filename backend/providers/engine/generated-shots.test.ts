import { expect } from 'expect'
import { test } from 'node:test'
import type { LookChoices } from '#contract/looks.ts'
import { StyleId, type LookId } from '#contract/styles.ts'
import { testEach } from '#tests/support/each.ts'
import { promptFor } from './generated-shots.ts'

const TAKES = Array.from({ length: 12 }, (_, take) => ({ take, seed: take }))
const promptsOf = (styleId: StyleId, look: LookChoices = {}) =>
  TAKES.map((shot) => promptFor('TOK', { styleId, look }, shot))

/** Features of a person that every prompt asks to keep, for every style. */
const KEPT = [
  /the same skin tone/,
  /the same age/,
  /the same build and proportions of face and body/,
  /Hair, beard and hairline exactly as they are/,
  /Glasses, head covering and religious dress stay on .* and none are added/,
  /one person, hands out of the picture, no text/,
]
/** Words that no prompt may hold: they would change a person's looks, or name a trait that the person did not state. */
const NEVER =
  /\b(beautiful|handsome|attractive|pretty|young\w*|old\w*|slim\w*|thin\w*|fit|light\w* skin|fair|pale|flawless|smooth skin|bald|clean.shaven|man|woman|male|female|gender|asian|african|european|caucasian|\d+ years?)\b/i

testEach(StyleId.options)('every prompt of %s keeps the person as they are', (styleId) => {
  for (const prompt of promptsOf(styleId)) {
    for (const sentence of KEPT) expect(prompt).toMatch(sentence)
    expect(prompt).not.toMatch(NEVER)
  }
})

testEach([
  ['own-clothes', /wearing the same clothes as in the photographs/],
  ['blazer', /wearing a .*blazer/],
  ['shirt', /wearing a .*shirt or blouse/],
  ['knit', /wearing a .*knit/],
  ['black-tie', /wearing black tie/],
  ['medical-coat', /wearing a .*white medical coat/],
  ['workshop-jacket', /wearing a .*work jacket/],
] as const satisfies readonly (readonly [LookId, RegExp])[])('%s is what is worn', (styleId, worn) => {
  for (const prompt of promptsOf(styleId)) expect(prompt).toMatch(worn)
})

test('a style that is no look says nothing of clothes', () => {
  for (const prompt of promptsOf('library')) expect(prompt).not.toMatch(/wearing/)
})

test('the owner’s choices hold for every picture; the rest varies', () => {
  const chosen = promptsOf('blazer', { backdrop: 'navy', crop: 'head', expression: 'calm' })
  for (const prompt of chosen)
    expect(prompt).toMatch(/calm expression, head and shoulders, .*deep navy backdrop/)
  expect(chosen.join()).not.toMatch(/smil|chest up|grey paper/)
  const varied = promptsOf('blazer').join('\n')
  for (const part of ['calm expression', 'smiling', 'head and shoulders', 'chest up'])
    expect(varied).toContain(part)
})
