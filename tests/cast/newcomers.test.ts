import { describe } from 'node:test'
import { expect } from 'expect'
import { readSelfie } from '#studio/intake/selfie.ts'
import { testEach } from '#tests/support/each.ts'
import { drawnSelfie } from './drawn-selfies.ts'
import type { DrawnId } from './everybody.ts'
import { NEWCOMER_IDS } from './newcomers.ts'
import { GOOD_TAKES, HOME_TAKES } from './takes.ts'
import type { Take } from './takes.ts'

async function findingsOf(character: DrawnId, take: Take) {
  const { face, reasons, measures } = await readSelfie(await drawnSelfie(character, take))
  return { hasFace: face !== null, reasons, secondFaceShare: measures.secondFaceShare }
}

const ACCEPTED = { hasFace: true, reasons: [], secondFaceShare: 0 }

describe('the checks', () => {
  // One take of twelve each: a person's appearance must not count as a fault, in any light.
  const cases = NEWCOMER_IDS.map((id, index) => {
    const take = GOOD_TAKES[(5 * index + 1) % GOOD_TAKES.length]
    if (!take) throw new Error('there are no takes')
    return [id, take.id, take] as const
  })
  testEach(cases)('%s, %s: one accepted face', async (id, _takeId, take) => {
    expect(await findingsOf(id, take)).toEqual(ACCEPTED)
  })

  const atHome = HOME_TAKES.map((take, index) => {
    const id = (['mara', 'kwame', 'leyla', 'ivo'] as const)[index % 4] ?? 'mara'
    return [id, take.id, take] as const
  })
  testEach(atHome)('%s at home, %s: one accepted face', async (id, _takeId, take) => {
    expect(await findingsOf(id, take)).toEqual(ACCEPTED)
  })
})
