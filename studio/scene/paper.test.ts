import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { papersFor } from './paper.ts'
import type { Worn } from './paper.ts'
import { STYLES } from './styles.ts'

const { scene } = STYLES['startup-color']
const papers: readonly (readonly [number, number, number])[] =
  scene.kind === 'studio' ? (scene.papers ?? []) : []
const [PETROL, RASPBERRY, AMBER, VIOLET, , SKY, TERRACOTTA, INK, SAND] = papers

const SKIN = [0.5, 0.33, 0.23] as const
const DEEP_SKIN = [0.1, 0.05, 0.03] as const
const BLACK = [0.015, 0.014, 0.014] as const
const BLOND = [0.45, 0.33, 0.18] as const
const WHITE = [0.7, 0.7, 0.7] as const
const RED = [0.25, 0.07, 0.03] as const
const NAVY = [0.012, 0.02, 0.05] as const
const GREEN_SHIRT = [0.05, 0.3, 0.1] as const

/** The four papers of a bundle. */
const bestFor = (worn: Worn) => papersFor(papers, worn).slice(0, 4)

describe('papersFor', () => {
  testEach([
    ['black hair and a navy suit not before ink', { hair: BLACK, cloth: NAVY, skin: SKIN }, INK],
    ['deep skin and black hair not before ink', { hair: BLACK, cloth: BLACK, skin: DEEP_SKIN }, INK],
    ['blond hair not before sand', { hair: BLOND, cloth: NAVY, skin: SKIN }, SAND],
    ['white hair not before sand', { hair: WHITE, cloth: NAVY, skin: SKIN }, SAND],
    ['red hair not before terracotta', { hair: RED, cloth: WHITE, skin: SKIN }, TERRACOTTA],
    [
      'a raspberry blouse not before raspberry',
      { hair: BLACK, cloth: [0.5, 0.08, 0.15], skin: SKIN },
      RASPBERRY,
    ],
    ['a green shirt not before amber', { hair: BLACK, cloth: GREEN_SHIRT, skin: SKIN }, AMBER],
    ['a petrol blouse not before petrol', { hair: BLOND, cloth: [0.05, 0.28, 0.3], skin: SKIN }, PETROL],
  ] as const)('%s', (_, worn, avoided) => {
    expect(bestFor(worn)).not.toContainEqual(avoided)
  })

  testEach([
    ['blond hair before violet', { hair: BLOND, cloth: WHITE, skin: SKIN }, VIOLET],
    ['deep skin before sky', { hair: BLACK, cloth: BLACK, skin: DEEP_SKIN }, SKY],
  ] as const)('%s', (_, worn, wanted) => {
    expect(bestFor(worn)).toContainEqual(wanted)
  })

  test('every paper is offered, and the same again for the same person', () => {
    const worn = { hair: BLACK, cloth: null, skin: SKIN } as const
    expect([...papersFor(papers, worn)].sort()).toEqual([...papers].sort())
    expect(papersFor(papers, worn)).toEqual(papersFor(papers, worn))
  })
})
