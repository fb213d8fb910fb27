import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { count, eq, inArray } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { RECIPIENTS_PER_SHARE, VOTES_PER_RECIPIENT } from '#contract/limits.ts'
import {
  createRecipients,
  type RecipientPrincipal,
  type Recipients,
} from '#backend/features/sharing/share-recipients.ts'
import { createResults, type Results } from '#backend/features/sharing/share-results.ts'
import { createSharing, type Sharing } from '#backend/features/sharing/sharing-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
const HEADSHOTS = 30
const KEY_BYTES = 16

let folder: string
let opened: OpenDatabase
/** A second connection pool, as of another process. */
let elsewhere: Database
let sharing: Sharing
let recipients: Recipients
let results: Results
let uid: string
let personId: string
let keys: string[]
let link: { shareId: string; personId: string; recipientId: null }

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  elsewhere = await createPostgresDatabase({
    url: opened.connection.url,
    onError: (error) => {
      throw error
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'sharing-'))
  const storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  sharing = createSharing({ database: elsewhere, storage })
  results = createResults({ database: elsewhere, storage })
  recipients = createRecipients({ database: opened.database, storage })
})
after(async () => {
  await elsewhere.close()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  uid = randomUUID()
  personId = randomUUID()
  const bundleId = randomUUID()
  keys = Array.from({ length: HEADSHOTS }, () => randomBytes(KEY_BYTES).toString('base64url')).sort()
  await opened.database.transaction(async (tx) => {
    await tx.insert(tables.users).values({ uid })
    await tx
      .insert(tables.persons)
      .values({ id: personId, uid, name: 'Anna', gender: 'female', state: 'trained' })
    await tx.insert(tables.bundles).values({
      id: bundleId,
      personId,
      styleId: 'studio-grey',
      state: 'ready',
      totalCount: HEADSHOTS,
      deadlineAt: new Date(),
    })
    await tx.insert(tables.headshots).values(
      keys.map((userImageKey, shotIndex) => ({
        userImageKey,
        bundleId,
        shotIndex,
        passed: true,
        likeness: 0.9,
        appeal: 0.5,
        imageKey: `${userImageKey}.jpg`,
        thumbnailKey: `${userImageKey}.webp`,
        sha256: userImageKey,
        width: 4,
        height: 5,
        sizeBytes: 1,
        fingerprint: '',
        sourceKey: '',
      })),
    )
  })
  const { shareId } = await sharing.createShare(uid, personId)
  link = { shareId, personId, recipientId: null }
})

const keyAt = (position: number) => keys[position] ?? ''
const pairs = () => keys.flatMap((first, n) => keys.slice(n + 1).map((second) => [first, second] as const))

async function register(key?: string) {
  const { recipientId } = await recipients.register(link, key)
  return { ...link, recipientId }
}

/** Codes of the refused calls; any other failure fails the test. */
async function refusalsOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof ProductError) return [outcome.reason.code]
    throw outcome.reason
  })
}

test('simultaneous votes of recipients all count, once for each pair', async () => {
  const voters = await Promise.all(Array.from({ length: 6 }, () => register()))
  const some = pairs().slice(0, 15)
  const calls = voters.flatMap((voter) =>
    some.map(([first, second]) => recipients.vote(voter, first, second)),
  )
  expect(await refusalsOf(calls)).toEqual([])
  expect(await results.ofPerson(uid, personId)).toMatchObject({
    voterCount: voters.length,
    voteCount: voters.length * some.length,
  })
})

test('of opposite simultaneous votes on a pair one counts', async () => {
  const voter = await register()
  const calls = Array.from({ length: 12 }, (_none, n) =>
    n % 2 === 0 ? recipients.vote(voter, keyAt(0), keyAt(1)) : recipients.vote(voter, keyAt(1), keyAt(0)),
  )
  expect(await refusalsOf(calls)).toEqual([])
  expect((await results.ofRecipient(uid, voter.recipientId)).votes).toHaveLength(1)
})

test('the last vote within the limit is taken once', async () => {
  const voter = await register()
  const all = pairs()
  await opened.database.queries.insert(tables.votes).values(
    all.slice(0, VOTES_PER_RECIPIENT - 1).map(([firstHeadshot, secondHeadshot]) => ({
      recipientId: voter.recipientId,
      firstHeadshot,
      secondHeadshot,
      prefersFirst: true,
    })),
  )
  const calls = all
    .slice(VOTES_PER_RECIPIENT, VOTES_PER_RECIPIENT + 8)
    .map(([first, second]) => recipients.vote(voter, first, second))
  expect(await refusalsOf(calls)).toEqual(Array(7).fill('vote_limit_reached'))
  expect((await results.ofRecipient(uid, voter.recipientId)).votes).toHaveLength(VOTES_PER_RECIPIENT)
})

test('several simultaneous registrations under one key make one recipient, and one token is valid', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => recipients.register(link, 'one-and-the-same')),
  )
  expect(new Set(answers.map(({ recipientId }) => recipientId)).size).toBe(1)
  const opening = await Promise.all(answers.map(({ token }) => sharing.verifyShareToken(token)))
  expect(opening.filter((share) => share !== undefined)).toEqual([
    { ...link, recipientId: answers[0]?.recipientId },
  ])
})

test('simultaneous registrations cannot exceed the number of recipients', async () => {
  const { queries } = opened.database
  const full = Array.from({ length: RECIPIENTS_PER_SHARE - 2 }, (_none, n) => ({
    id: randomUUID(),
    shareId: link.shareId,
    tokenHash: randomUUID(),
    name: `Friend ${n}`,
  }))
  await queries.insert(tables.recipients).values(full)
  const named = Array.from({ length: 8 }, async () => {
    const recipient = await register()
    await recipients.rename(recipient, 'Boris')
  })
  const refusals = await refusalsOf(named)
  // Recipients without a vote made room; those with a name stay.
  expect(['share_invalid', 'recipient_limit_reached']).toEqual(expect.arrayContaining(refusals))
  const [held] = await queries
    .select({ count: count() })
    .from(tables.recipients)
    .where(eq(tables.recipients.shareId, link.shareId))
  expect(held?.count).toBe(RECIPIENTS_PER_SHARE)
})

/** Friends who each vote on one pair after the other, until they are refused. */
function crowd(voters: readonly RecipientPrincipal[]) {
  const begun = voters.map((voter) => recipients.vote(voter, keyAt(0), keyAt(1)))
  let taken = 0
  const voting = voters.map(async (voter, n) => {
    await begun[n]
    taken++
    for (const [first, second] of pairs().slice(1)) {
      await recipients.vote(voter, first, second)
      taken++
    }
  })
  const ended = refusalsOf(voting).then((refusals) => ({ refusals, taken }))
  return { allBegun: Promise.all(begun), ended }
}

test('once a link is revoked no vote is taken, not even a running one', async () => {
  const voters = await Promise.all(Array.from({ length: 6 }, () => register()))
  const { allBegun, ended } = crowd(voters)
  await allBegun
  await sharing.revokeShare(uid, link.shareId)
  const heard = (await results.ofPerson(uid, personId)).voteCount
  const { refusals, taken } = await ended
  expect(refusals).toEqual(voters.map(() => 'share_invalid'))
  expect(taken).toBe(heard)
  expect((await results.ofPerson(uid, personId)).voteCount).toBe(heard)
})

test('a person deleted during votes takes every vote along, and no transaction waits for another', async () => {
  const voters = await Promise.all(Array.from({ length: 6 }, () => register()))
  const { allBegun, ended } = crowd(voters)
  await allBegun
  await elsewhere.transaction(async (tx) => {
    await tx.select().from(tables.persons).where(eq(tables.persons.id, personId)).for('update')
    await tx.delete(tables.persons).where(eq(tables.persons.id, personId))
  })
  expect((await ended).refusals).toEqual(voters.map(() => 'share_invalid'))
  const ids = voters.map(({ recipientId }) => recipientId)
  const { votes } = tables
  expect(await elsewhere.queries.select().from(votes).where(inArray(votes.recipientId, ids))).toEqual([])
})
