import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { SharedPerson } from '#contract/sharing.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { StoredVisit, VisitStorage } from './visit-storage.ts'
import { openVisit, tokenIn, type VisitDeps } from './open-visit.ts'

const LINK = 'link-token------------'
const OWN = 'recipient-token-------'
const person: SharedPerson = { name: 'Mara', headshots: [], expiresAt: '2030-01-31T00:00:00.000Z' }

let kept: StoredVisit
let good: string[]
const keeper: VisitStorage = {
  read: () => kept,
  write: (part) => {
    kept = JSON.parse(JSON.stringify({ ...kept, ...part })) as StoredVisit // as storage would
  },
}
const call = jest.fn(async (name: string, { query }: { query: { token: string } }) => {
  if (!good.includes(query.token)) throw new CallError('share_invalid')
  return Promise.resolve(name === 'getRecipientName' ? { name: 'Anna' } : person)
})
const open = (given?: string) =>
  openVisit('share', given, {
    client: { call: call as unknown as VisitDeps['client']['call'] }, // one function for its two calls
    kept: keeper,
    now: () => Date.parse('2030-02-01'),
  })

beforeEach(() => {
  kept = {}
  good = [LINK, OWN]
})

test.each([
  [`#${LINK}`, LINK],
  ['', undefined],
  ['#', undefined],
  [`#${LINK}x`, undefined],
])('the token in %j', (fragment, token) => {
  expect(tokenIn(fragment)).toBe(token)
})

describe('a link', () => {
  test('welcomes who is new, and is remembered for an address that lost its token', async () => {
    expect(await open(LINK)).toEqual({ phase: 'welcome', person, linkToken: LINK })
    expect(await open()).toMatchObject({ phase: 'welcome', linkToken: LINK })
  })

  test('without its token, unknown here, is incomplete', async () => {
    expect(await open()).toEqual({ phase: 'broken', reason: 'incomplete' })
  })

  test('that is invalid gives no more than the known reason', async () => {
    good = []
    expect(await open(LINK)).toEqual({ phase: 'broken', reason: 'unknown' })
    kept = { expiresAt: '2030-01-31T00:00:00.000Z' }
    expect(await open(LINK)).toEqual({ phase: 'broken', reason: 'expired' })
    kept = { expiresAt: '2030-02-28T00:00:00.000Z' }
    expect(await open(LINK)).toEqual({ phase: 'broken', reason: 'ended' })
  })

  test('goes on as the recipient this browser was', async () => {
    kept = { linkToken: LINK, recipientToken: OWN }
    expect(await open(LINK)).toEqual({ phase: 'member', person, recipientToken: OWN, name: 'Anna' })
  })

  test('welcomes a recipient whom the owner removed as a new one', async () => {
    kept = { linkToken: LINK, recipientToken: OWN, creationKey: 'key' }
    good = [LINK]
    expect(await open()).toMatchObject({ phase: 'welcome' })
    expect(kept).toEqual({ linkToken: LINK, expiresAt: person.expiresAt })
  })

  test('that could not be asked about is not called broken', async () => {
    call.mockRejectedValueOnce(new CallError('network'))
    await expect(open(LINK)).rejects.toMatchObject({ code: 'network' })
  })
})
