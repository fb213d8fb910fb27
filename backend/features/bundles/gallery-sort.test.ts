import { test } from 'node:test'
import { expect } from 'expect'
import { HeadshotRating } from '#contract/bundles.ts'
import { testEach } from '#tests/support/each.ts'
import { bestFirst, ratedFirst, type Ranked } from './gallery-sort.ts'

/** `source appeal likeness`, with `!` for a headshot that did not pass; named by its place in the list. */
function headshot(text: string, shotIndex: number): Ranked {
  const [sourceKey = '', appeal, likeness] = text.replace('!', '').split(' ')
  return {
    sourceKey,
    appeal: Number(appeal),
    likeness: Number(likeness),
    passed: !text.includes('!'),
    shotIndex,
  }
}

testEach<[string, string[], number[]]>([
  ['the more appealing before the likest', ['a .2 .99', 'b .9 .8'], [1, 0]],
  ['of equals the likest', ['a .8 .7', 'b .8 .9', 'c .8 .8'], [1, 2, 0]],
  ['of equals in everything the one planned first', ['a .8 .9', 'b .8 .9'], [0, 1]],
  ['another source before a second one of the same', ['a 1 .9', 'a .95 .9', 'b .6 .9'], [0, 2, 1]],
  ['rounds by appeal', ['a .6 .9', 'b .9 .9', 'a .5 .9', 'b .8 .9', 'c .7 .9'], [1, 4, 0, 3, 2]],
  [
    'someone speaking comes late, however different',
    ['a .2 .99', 'b 1 .9', 'b .9 .9', 'c .7 .9'],
    [1, 3, 2, 0],
  ],
  [
    'a frown stands behind every calm picture, though it is another source',
    ['a .85 .9', 'a .85 .8', 'b .5 .99', 'b .45 .9', 'a .8 .9', 'a .8 .8'],
    [0, 1, 4, 5, 2, 3],
  ],
  ['where all have little, variety still counts', ['a .1 .9', 'a .1 .8', 'b .08 .9'], [0, 2, 1]],
  ['what did not pass comes last', ['a 1 .9!', 'b .1 .6', 'c .2 .5!'], [1, 0, 2]],
  ['nothing', [], []],
])('%s', (_name, headshots, expected) => {
  expect(bestFirst(headshots.map(headshot)).map(({ shotIndex }) => shotIndex)).toEqual(expected)
})

test("the owner's ratings reorder the passed headshots only", () => {
  const ordered = ['none', 'liked', 'loved', 'none', 'liked*', 'loved!', 'none!'].map((text, place) => ({
    place,
    rating: HeadshotRating.parse(text.replace(/\W/, '')),
    isFavourite: text.endsWith('*'),
    passed: !text.endsWith('!'),
  }))
  expect(ratedFirst(ordered).map(({ place }) => place)).toEqual([4, 2, 1, 0, 3, 5, 6])
})
