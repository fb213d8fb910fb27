import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { count, eq, inArray } from 'drizzle-orm'
import { endpoints } from '#contract/endpoints.ts'
import { RECIPIENTS_PER_SHARE, VOTES_PER_RECIPIENT } from '#contract/limits.ts'
import { createSummaries } from '#backend/features/sharing/vote-summaries.ts'
import { exportOf } from '#backend/features/sharing/sharing-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { roundIn } from './support/test-backend.ts'
import { readyPerson, type ReadyPerson } from './support/ready-person.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let person: ReadyPerson
let owner: ReturnType<typeof signedIn>
let link: { shareId: string; token: string }
const keyAt = (position: number) => person.keys[position] ?? ''

before(async () => {
  door = await openDoor()
  person = await readyPerson(door.world)
  owner = signedIn(door.app, person.uid)
})
after(() => door.close())
beforeEach(async () => {
  const { database } = door.world
  await database.queries.delete(tables.shares).where(eq(tables.shares.personId, person.id))
  const answer = await owner.get(`/person_share/share-link?person_id=${person.id}`)
  link = endpoints.getShareLink.response.parse(answer.json())
})

/** A call without an account. */
const call = (method: 'GET' | 'POST', path: string, query: Record<string, string>, body?: object) =>
  door.app.inject({
    method,
    url: `/person_share/${path}?${new URLSearchParams(query).toString()}`,
    ...(body && { payload: body }),
  })

async function register(key?: string) {
  const { shareId, token } = link
  const answer = await door.app.inject({
    method: 'POST',
    url: `/person_share/register-recipient?share_id=${shareId}&token=${token}`,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
  return endpoints.registerRecipient.response.parse(answer.json())
}

async function vote(token: string, winner: number, loser: number) {
  const body = { winnerKey: keyAt(winner), loserKey: keyAt(loser) }
  const answer = await call('POST', 'person/vote', { token }, body)
  return endpoints.votePair.response.parse(answer.json())
}

const rate = (token: string, position: number, rating: string) =>
  call('POST', 'person/image-rating', { token }, { userImageKey: keyAt(position), rating })

async function results() {
  const answer = await owner.get(`/person_share/results?person_id=${person.id}`)
  return endpoints.getShareResults.response.parse(answer.json())
}

async function said(recipientId: string) {
  const answer = await owner.get(`/person_share/recipient-votes?recipient_id=${recipientId}`)
  return endpoints.getRecipientVotes.response.parse(answer.json())
}

describe('a caller with a share id alone', () => {
  test('cannot register', async () => {
    const answers = [
      await call('POST', 'register-recipient', { share_id: link.shareId }),
      await call('POST', 'register-recipient', { share_id: link.shareId, token: 'a'.repeat(22) }),
    ]
    for (const answer of answers) expect(errorOf(answer)).toEqual({ status: 403, code: 'share_invalid' })
  })
})

describe('a recipient', () => {
  test('gets a token of their own, which is stored as a hash only, and sees what the link shows', async () => {
    const { recipientId, token } = await register()
    const [row] = await door.world.database.queries
      .select()
      .from(tables.recipients)
      .where(eq(tables.recipients.id, recipientId))
    expect(JSON.stringify(row)).not.toContain(token)
    const shown = await call('GET', 'person', { share_id: link.shareId, token })
    const { headshots } = endpoints.getSharedPerson.response.parse(shown.json())
    expect(headshots.map(({ userImageKey }) => userImageKey)).toEqual(person.keys)
    // Neither full size nor download, nor what the gate or the owner said.
    expect(Object.keys(headshots[0] ?? {}).sort()).toEqual(['rating', 'thumbnailUrl', 'userImageKey'])
  })

  test('registered again under the same key is the same recipient, by the newest token', async () => {
    const first = await register('a-key-of-its-own')
    const again = await register('a-key-of-its-own')
    expect(again.recipientId).toBe(first.recipientId)
    expect((await call('GET', 'recipient-name', { token: first.token })).statusCode).toBe(403)
    expect((await call('GET', 'recipient-name', { token: again.token })).json()).toEqual({ name: null })
    expect((await register()).recipientId).not.toBe(first.recipientId)
  })

  test('cannot register another recipient', async () => {
    const { token } = await register()
    const answer = await call('POST', 'register-recipient', { share_id: link.shareId, token })
    expect(errorOf(answer)).toEqual({ status: 403, code: 'share_invalid' })
  })

  testEach([
    ['  Anna-Lena  ', 'Anna-Lena'],
    ['Zoë\u202e', 'Zoë'],
  ])('with the name %j is called %j', async (given, name) => {
    const { token } = await register()
    const answer = await call('POST', 'recipient-name', { token, name: given })
    expect(answer.json()).toEqual({ name })
    expect((await call('GET', 'recipient-name', { token })).json()).toEqual({ name })
    expect((await results()).recipients).toEqual([expect.objectContaining({ name, voteCount: 0 })])
  })

  testEach([[' '], ['\u200b'], ['a\nb'], ['x'.repeat(81)]])('cannot be called %j', async (name) => {
    const { token } = await register()
    const answer = await call('POST', 'recipient-name', { token, name })
    expect(errorOf(answer)).toMatchObject({ status: 400, parameter: 'name' })
  })

  test('rates shared headshots; the last rating counts, and withdrawing one leaves none', async () => {
    const { recipientId, token } = await register()
    await rate(token, 0, 'liked')
    await rate(token, 0, 'loved')
    await rate(token, 1, 'liked')
    expect((await rate(token, 1, 'none')).statusCode).toBe(200)
    const shown = await call('GET', 'person', { share_id: link.shareId, token })
    const { headshots } = endpoints.getSharedPerson.response.parse(shown.json())
    expect(headshots.map(({ rating }) => rating).slice(0, 3)).toEqual(['loved', 'none', 'none'])
    expect((await said(recipientId)).ratings).toEqual([{ userImageKey: keyAt(0), rating: 'loved' }])
    const { ranking } = await results()
    expect(ranking.find(({ userImageKey }) => userImageKey === keyAt(0))).toMatchObject({
      likedCount: 0,
      lovedCount: 1,
    })
    // What the owner thinks is their own.
    const own = await door.world.bundles.get(person.uid, person.id, person.bundleId)
    expect(own.headshots.every(({ rating }) => rating === 'none')).toBe(true)
  })

  test('votes on a pair once, however often they send it; the last vote counts', async () => {
    const { recipientId, token } = await register()
    expect(await vote(token, 0, 1)).toMatchObject({ votedCount: 1, isRepeat: false })
    await vote(token, 0, 1)
    expect(await vote(token, 1, 0)).toMatchObject({ votedCount: 1, isRepeat: true })
    expect((await said(recipientId)).votes).toEqual([
      { winnerKey: keyAt(1), loserKey: keyAt(0), votedAt: expect.any(String) },
    ])
  })

  test('is asked each pair once, until none is left', async () => {
    const { token } = await register()
    // Of five; more would be more of the same.
    const { headshots } = tables
    const setPassed = (keys: string[], passed: boolean) =>
      door.world.database.queries
        .update(headshots)
        .set({ passed })
        .where(inArray(headshots.userImageKey, keys))
    const shown = person.keys.slice(0, 5)
    await setPassed(person.keys.slice(5), false)
    const first = await call('GET', 'person/pair', { token })
    let question = endpoints.getNextPair.response.parse(first.json())
    const { pairCount } = question
    expect(pairCount).toBe((shown.length * (shown.length - 1)) / 2)
    const asked = new Set<string>()
    while (question.pair) {
      const [winnerKey, loserKey] = question.pair.map(({ userImageKey }) => userImageKey)
      asked.add([winnerKey, loserKey].sort().join(' '))
      const answer = await call('POST', 'person/vote', { token }, { winnerKey, loserKey })
      question = endpoints.votePair.response.parse(answer.json())
    }
    expect(asked.size).toBe(pairCount)
    expect(question).toMatchObject({ pair: null, votedCount: pairCount, pairCount })

    const undecided = await register()
    const pairs = [...asked].map((pair) => pair.split(' ').reverse().join('.'))
    const next = async (passed: string[]) => {
      const query = { token: undecided.token, ...(passed.length > 0 && { passed: passed.join(',') }) }
      return endpoints.getNextPair.response.parse((await call('GET', 'person/pair', query)).json()).pair
    }
    const [kept = '', ...passed] = pairs
    const last = (await next(passed))?.map(({ userImageKey }) => userImageKey)
    expect(last?.sort()).toEqual(kept.split('.').sort())
    expect(await next(pairs)).toBeNull()
    expect(await next([])).not.toBeNull()
    await setPassed(person.keys, true)
  })

  test('cannot vote on or rate headshots that are not shared', async () => {
    const { token } = await register()
    const other = await readyPerson(door.world)
    const [foreignKey = ''] = other.keys
    const answers = [
      await call('POST', 'person/vote', { token }, { winnerKey: keyAt(0), loserKey: foreignKey }),
      await call('POST', 'person/image-rating', { token }, { userImageKey: foreignKey, rating: 'loved' }),
    ]
    for (const answer of answers) expect(errorOf(answer)).toEqual({ status: 404, code: 'headshot_not_found' })
    const itself = await call('POST', 'person/vote', { token }, { winnerKey: keyAt(0), loserKey: keyAt(0) })
    expect(errorOf(itself)).toEqual({ status: 400, code: 'body_invalid', parameter: 'loserKey' })
    expect(await results()).toMatchObject({ voteCount: 0, voterCount: 0 })
  })

  test('votes on pairs up to the limit; earlier votes can still be changed', async () => {
    const { recipientId, token } = await register()
    // Many headshots of one bundle: more pairs than one may vote on.
    const { database } = door.world
    const [row] = await database.queries
      .select()
      .from(tables.headshots)
      .where(eq(tables.headshots.bundleId, person.bundleId))
    if (!row) throw new Error('no headshot')
    const further = Array.from({ length: 26 }, (_, n) => ({
      ...row,
      userImageKey: `${'f'.repeat(20)}${String(n).padStart(2, '0')}`,
      shotIndex: 1000 + n,
      imageKey: `further/${n}.jpg`,
      thumbnailKey: `further/${n}.webp`,
    }))
    const keys = further.map(({ userImageKey }) => userImageKey)
    await database.queries.insert(tables.headshots).values(further)
    const pairs = keys.flatMap((first, n) => keys.slice(n + 1).map((second) => ({ first, second })))
    await database.queries.insert(tables.votes).values(
      pairs.slice(0, VOTES_PER_RECIPIENT).map(({ first, second }) => ({
        recipientId,
        firstHeadshot: first,
        secondHeadshot: second,
        prefersFirst: true,
      })),
    )
    const one = pairs[VOTES_PER_RECIPIENT]
    const refused = await call(
      'POST',
      'person/vote',
      { token },
      { winnerKey: one?.first, loserKey: one?.second },
    )
    expect(errorOf(refused)).toEqual({ status: 409, code: 'vote_limit_reached' })
    const changed = await call(
      'POST',
      'person/vote',
      { token },
      { winnerKey: pairs[0]?.second, loserKey: pairs[0]?.first },
    )
    expect(changed.json()).toEqual({
      pair: null,
      votedCount: VOTES_PER_RECIPIENT,
      pairCount: VOTES_PER_RECIPIENT,
      isRepeat: true,
    })
    await database.queries.delete(tables.headshots).where(inArray(tables.headshots.userImageKey, keys))
    // Gone with the headshots they were about.
    expect((await said(recipientId)).votes).toEqual([])
  })
})

test('friends with one link are limited one by one; callers who guess tokens, by address', async () => {
  const few = { limit: 3, windowSeconds: 60 }
  const app = await door.openApp({ share: few, 'refused-token': few })
  const [home, elsewhere] = ['192.0.2.1', '192.0.2.2']
  const name = async (token: string, remoteAddress: string) => {
    const answer = await app.inject({ url: `/person_share/recipient-name?token=${token}`, remoteAddress })
    return answer.statusCode
  }
  const [hasty, patient] = [(await register()).token, (await register()).token]
  for (const status of [200, 200, 200, 429]) expect(await name(hasty, home)).toBe(status)
  expect(await name(hasty, elsewhere)).toBe(429)
  expect(await name(patient, home)).toBe(200)
  const guess = 'guessed'.padEnd(22, 'x')
  for (const status of [403, 403, 403, 429]) expect(await name(guess, home)).toBe(status)
  expect(await name(patient, home)).toBe(429)
  expect(await name(patient, elsewhere)).toBe(200)
  await app.close()
})

describe('a link', () => {
  test('ends at once, with the tokens of all its recipients; their votes stay', async () => {
    const { token } = await register()
    await vote(token, 0, 1)
    expect((await owner.post(`/person_share/revoke?share_id=${link.shareId}`, {})).statusCode).toBe(200)
    const { shareId: share_id } = link
    const answers = [
      await call('GET', 'person', { share_id, token: link.token }),
      await call('GET', 'person', { share_id, token }),
      await call('GET', 'person/pair', { token }),
      await call('POST', 'person/vote', { token }, { winnerKey: keyAt(0), loserKey: keyAt(2) }),
    ]
    for (const answer of answers) expect(errorOf(answer)).toEqual({ status: 403, code: 'share_invalid' })
    expect(await results()).toMatchObject({ voteCount: 1, voterCount: 1 })
    const change = await owner.put(`/person_share/link?share_id=${share_id}`, { expiresInDays: 30 })
    expect(errorOf(change)).toEqual({ status: 409, code: 'share_ended' })
  })

  test('is listed with its votes; its owner chooses its expiry and the shown name', async () => {
    const { token } = await register()
    await register()
    await vote(token, 0, 1)
    await vote(token, 0, 2)
    const url = `/person_share/link?share_id=${link.shareId}`
    const changed = await owner.put(url, { expiresInDays: 7, shownName: 'A. M.' })
    const given = endpoints.changeShareLink.response.parse(changed.json())
    expect(Math.round((Date.parse(given.expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    const listed = await owner.get(`/person_share/links?person_id=${person.id}`)
    expect(listed.json()).toEqual({ links: [given] })
    expect(given).toMatchObject({ state: 'active', shownName: 'A. M.', voterCount: 1, voteCount: 2 })
    const nameShown = async () =>
      endpoints.getSharedPerson.response.parse(
        (await call('GET', 'person', { share_id: link.shareId, token })).json(),
      ).name
    expect(await nameShown()).toBe('A. M.')
    await owner.put(url, { shownName: null })
    expect(await nameShown()).toBeNull()
    for (const body of [{ expiresInDays: 0 }, { expiresInDays: 366 }, { shownName: ' ' }]) {
      expect(errorOf(await owner.put(url, body)).status).toBe(400)
    }
  })

  test('takes recipients up to the limit; those without a vote make room', async () => {
    const { database } = door.world
    const full = Array.from({ length: RECIPIENTS_PER_SHARE - 1 }, (_, n) => ({
      id: crypto.randomUUID(),
      shareId: link.shareId,
      tokenHash: `hash ${n}`,
      name: `Friend ${n}`,
    }))
    await database.queries.insert(tables.recipients).values(full)
    const silent = await register()
    const { token } = await register()
    expect((await call('GET', 'recipient-name', { token: silent.token })).statusCode).toBe(403)
    await call('POST', 'recipient-name', { token, name: 'Boris' })
    const refused = await call('POST', 'register-recipient', { share_id: link.shareId, token: link.token })
    expect(errorOf(refused)).toEqual({ status: 409, code: 'recipient_limit_reached' })
  })
})

describe('the owner', () => {
  test("sees a ranking with its confidence, and each recipient's votes", async () => {
    const [boris, clara] = [await register(), await register()]
    await call('POST', 'recipient-name', { token: boris.token, name: 'Boris' })
    for (const loser of [1, 2, 3]) await vote(boris.token, 0, loser)
    for (const loser of [1, 2]) await vote(clara.token, 0, loser)
    await vote(clara.token, 3, 1)
    const { ranking, recipients, voterCount, voteCount } = await results()
    expect({ voterCount, voteCount }).toEqual({ voterCount: 2, voteCount: 6 })
    expect(ranking).toHaveLength(person.keys.length)
    const [best] = ranking
    expect(best).toMatchObject({ userImageKey: keyAt(0), rank: 1, winCount: 5, lossCount: 0 })
    const worst = ranking.at(-1)
    expect(worst).toMatchObject({ userImageKey: keyAt(1), winCount: 0, lossCount: 3 })
    for (const { low, strength, high } of ranking) {
      expect(low).toBeLessThan(strength)
      expect(strength).toBeLessThan(high)
    }
    // Headshots in no pair share one middle rank, without any confidence.
    const unasked = ranking.filter(({ winCount, lossCount }) => winCount + lossCount === 0)
    expect(new Set(unasked.map(({ rank }) => rank)).size).toBe(1)
    expect(unasked[0]?.standardError).toBeGreaterThan(best?.standardError ?? NaN)
    expect(recipients.map(({ name, voteCount: cast }) => ({ name, cast }))).toEqual([
      { name: null, cast: 3 },
      { name: 'Boris', cast: 3 },
    ])
    expect((await said(boris.recipientId)).votes.map(({ winnerKey }) => winnerKey)).toEqual(
      Array(3).fill(keyAt(0)),
    )
  })

  test('removes a recipient with all their votes', async () => {
    const { recipientId, token } = await register()
    await vote(token, 0, 1)
    await rate(token, 0, 'loved')
    const removed = await owner.post(`/person_share/remove-recipient?recipient_id=${recipientId}`, {})
    expect(removed.json()).toEqual({ recipientId })
    expect(await results()).toMatchObject({ voteCount: 0, voterCount: 0, recipients: [] })
    expect((await call('GET', 'person/pair', { token })).statusCode).toBe(403)
  })
})

describe('the owner is notified by mail', () => {
  const { mails } = tables
  const told = async () => {
    await door.world.summaries.tellOwners(roundIn(0))
    const { queries } = door.world.database
    return (await queries.delete(mails).where(eq(mails.template, 'share-vote-summary')).returning()).map(
      ({ uid, data }) => ({ uid, data }),
    )
  }
  const summary = (counts: object) => ({
    uid: person.uid,
    data: { personId: person.id, personName: 'Anna', ...counts },
  })

  test('although the mail of another owner fails', async () => {
    const { database, queue, sharing, recipients } = door.world
    const other = await readyPerson(door.world)
    const { shareId } = await sharing.createShare(other.uid, other.id)
    const friend = await recipients.register({ shareId, personId: other.id, recipientId: null }, undefined)
    await recipients.vote(
      { shareId, personId: other.id, recipientId: friend.recipientId },
      other.keys[0] ?? '',
      other.keys[1] ?? '',
    )
    await vote((await register()).token, 0, 1)
    let isFirst = true
    const failing = createSummaries({
      queue,
      database: {
        ...database,
        transaction(work) {
          if (!isFirst) return database.transaction(work)
          isFirst = false
          return Promise.reject(new Error('no mail could be written'))
        },
      },
    })
    const failed: string[] = []
    await failing.tellOwners({ ...roundIn(0), onFailed: ({ id }) => void failed.push(id) })
    expect(failed).toHaveLength(1)
    expect(await told()).toHaveLength(2)
  })

  test('of the votes since the last mail, once', async () => {
    const [boris, clara] = [await register(), await register()]
    await register()
    expect(await told()).toEqual([])
    await vote(boris.token, 0, 1)
    await vote(boris.token, 0, 2)
    await rate(clara.token, 0, 'loved')
    expect(await told()).toEqual([summary({ voterCount: 2, voteCount: 2, ratingCount: 1 })])
    expect(await told()).toEqual([])
    await vote(boris.token, 0, 1)
    expect(await told()).toEqual([summary({ voterCount: 1, voteCount: 1, ratingCount: 0 })])
    // Taking back is no news.
    await rate(clara.token, 0, 'none')
    expect(await told()).toEqual([])
  })
})

test('the export holds links and their votes, and no token', async () => {
  const { recipientId, token } = await register()
  await call('POST', 'recipient-name', { token, name: 'Boris' })
  await vote(token, 1, 0)
  await rate(token, 0, 'liked')
  const held = await exportOf(door.world.database.queries, person.uid)
  expect(held).toEqual([
    expect.objectContaining({
      shareId: link.shareId,
      personId: person.id,
      state: 'active',
      recipients: [
        {
          name: 'Boris',
          registeredAt: expect.any(Date),
          lastActiveAt: expect.any(Date),
          votes: [{ winnerKey: keyAt(1), loserKey: keyAt(0), votedAt: expect.any(Date) }],
          ratings: [{ userImageKey: keyAt(0), rating: 'liked', ratedAt: expect.any(Date) }],
        },
      ],
    }),
  ])
  expect(JSON.stringify(held)).not.toMatch(new RegExp(`${token}|hash|${recipientId}`, 'i'))
  expect(await exportOf(door.world.database.queries, 'another-user')).toEqual([])
})

test('deleting a person deletes all votes on it', async () => {
  const { database } = door.world
  const { queries } = database
  const going = await readyPerson(door.world)
  const { shareId } = await door.world.sharing.createShare(going.uid, going.id)
  const share = { shareId, personId: going.id, recipientId: null }
  const { recipientId } = await door.world.recipients.register(share, undefined)
  const [winner = '', loser = ''] = going.keys
  await door.world.recipients.vote({ ...share, recipientId }, winner, loser)
  await door.world.recipients.rate({ ...share, recipientId }, winner, 'loved')
  const left = async () => {
    const { votes, recipientRatings, recipients } = tables
    const counts = [
      await queries.select({ count: count() }).from(votes).where(eq(votes.recipientId, recipientId)),
      await queries
        .select({ count: count() })
        .from(recipientRatings)
        .where(eq(recipientRatings.recipientId, recipientId)),
      await queries.select({ count: count() }).from(recipients).where(eq(recipients.id, recipientId)),
    ]
    return counts.map(([row]) => row?.count)
  }
  expect(await left()).toEqual([1, 1, 1])
  await queries.delete(tables.headshots).where(eq(tables.headshots.userImageKey, winner))
  expect(await left()).toEqual([0, 0, 1])
  await queries.delete(tables.persons).where(eq(tables.persons.id, going.id))
  expect(await left()).toEqual([0, 0, 0])
})
