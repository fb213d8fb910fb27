import { test } from 'node:test'
import { expect } from 'expect'
import { EXPORT_PRESET_IDS } from '#studio/export/presets.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'
import { NO_CARE } from '#studio/render/cares.ts'
import { testEach } from '#tests/support/each.ts'
import { HELP, OrderError, parseOrder } from './order.ts'

test('one style, or all of them', () => {
  const one = parseOrder(['selfies', '--style', 'library', '--out', 'o', '--count', '3', '--threads', '1'])
  expect(one).toEqual({
    folder: 'selfies',
    styleIds: ['library'],
    out: 'o',
    count: 3,
    contactSheet: false,
    threads: 1,
    upscale: null,
    exports: [],
    care: NO_CARE,
  })
  const all = parseOrder(['selfies', '--all-styles', '--out', 'o', '--contact-sheet'])
  expect(all).toMatchObject({ styleIds: STYLE_IDS, count: 12, contactSheet: true })
})

testEach([['--help'], ['-h'], ['selfies', '--out', 'o', '--help']])('%s asks for help', (...args) => {
  expect(parseOrder(args)).toBeNull()
  for (const option of ['--style', '--out', '--count', '--threads']) expect(HELP).toContain(option)
})

test('enlargements and formats', () => {
  const basis = ['selfies', '--all-styles', '--out', 'o']
  expect(parseOrder([...basis, '--upscale', '4', '--exports', 'all'])).toMatchObject({
    upscale: 4,
    exports: EXPORT_PRESET_IDS,
  })
  expect(parseOrder([...basis, '--exports', 'cv-france, round-avatar'])).toMatchObject({
    exports: ['cv-france', 'round-avatar'],
  })
})

test('care by degree', () => {
  const basis = ['selfies', '--all-styles', '--out', 'o']
  expect(parseOrder([...basis, '--care', 'glare=0.5, teeth=1'])).toMatchObject({
    care: { ...NO_CARE, glare: 0.5, teeth: 1 },
  })
})

testEach([
  ['an unknown care', ['selfies', '--all-styles', '--out', 'o', '--care', 'nose=1'], /no care "nose"/],
  ['too much care', ['selfies', '--all-styles', '--out', 'o', '--care', 'teeth=2'], /from 0 to 1/],
  ['care without a degree', ['selfies', '--all-styles', '--out', 'o', '--care', 'teeth'], /from 0 to 1/],
  ['threefold', ['selfies', '--all-styles', '--out', 'o', '--upscale', '3'], /2 or 4/],
  [
    'an unknown format',
    ['selfies', '--all-styles', '--out', 'o', '--exports', 'passport'],
    /no format "passport"/,
  ],
  ['no folder', ['--style', 'library', '--out', 'o'], /folder of selfies/],
  ['no place to write', ['selfies', '--style', 'library'], /--out/],
  ['no style', ['selfies', '--out', 'o'], /Which style/],
  ['an unknown style', ['selfies', '--style', 'oil', '--out', 'o'], /no style "oil"/],
  ['both', ['selfies', '--style', 'library', '--all-styles', '--out', 'o'], /not both/],
  ['half a headshot', ['selfies', '--all-styles', '--out', 'o', '--count', '1.5'], /whole number/],
  ['an unknown option', ['selfies', '--al-styles', '--out', 'o'], /--al-styles.*--help/],
])('%s is refused in a sentence', (_, args, message) => {
  expect(() => parseOrder(args)).toThrow(OrderError)
  expect(() => parseOrder(args)).toThrow(message)
})
