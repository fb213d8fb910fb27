import { before, describe, test } from 'node:test'
import { expect } from 'expect'
import { CHARACTERS } from '#tests/cast/cast.ts'
import { judgeHeadshot } from '#studio/gate/gate.ts'
import { testEach } from '#tests/support/each.ts'
import { FAULTS } from './faults.ts'
import { drawnPerson, finishedOf } from './people.ts'
import type { Finished } from './people.ts'

/** One of each kind; `npm run gate:trial` has them all on several people. */
const QUICK = [
  'floating bust',
  'hair cut above',
  'hand at the cheek',
  'microphone',
  'cup',
  'skin on the collar',
  'eyes to the right',
  'tongue',
  'squeezed by 15 %',
  'a stranger',
  'a model with another mesh',
]

describe('the gate on drawn pictures', () => {
  let sound: Finished
  let other: Finished
  before(async () => {
    const [first, , , fourth] = CHARACTERS
    sound = await finishedOf(await drawnPerson(first, 1), 'office-daylight', 0)
    other = await finishedOf(await drawnPerson(fourth, 1), 'office-daylight', 0)
  })

  test('the gate passes pictures as the studio makes them', async () => {
    for (const { raster, person, cut } of [sound, other])
      expect((await judgeHeadshot(raster, person, { colourless: false, cut })).reasons).toEqual([])
  })

  testEach(QUICK)('%s', async (name) => {
    const fault = FAULTS.find((one) => one.name === name)
    if (!fault) throw new Error(`there is no fault "${name}"`)
    const { raster, person, cut } = await fault.make(sound, () => Promise.resolve(other))
    const { reasons } = await judgeHeadshot(raster, person, { colourless: false, cut })
    expect(fault.reasons.some((reason) => reasons.includes(reason))).toBe(true)
    expect(fault.untrue?.some((reason) => reasons.includes(reason)) ?? false).toBe(false)
  })
})
