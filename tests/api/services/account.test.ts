import { after, afterEach, before, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONSENT_VERSION, consentVersionFor } from '#contract/consent.ts'
import { createAccountDeletion, type AccountDeletion } from '#backend/features/account/account-deletion.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { createPerson, lockOwnPerson, recordConsent } from '#backend/features/persons/persons-service.ts'
import { processingOf } from '#backend/features/processing/processing.ts'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { Engine } from '#backend/providers/engine/engine-port.ts'
import { falOutlook } from '#backend/providers/engine/fal/outlook.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { MailRefusedError } from '#backend/providers/mail/mail-port.ts'
import type { jobs } from '#backend/jobs/catalogue.ts'
import { readyPerson } from '../support/ready-person.ts'
import { createTestBackend, roundIn, signal, VERDICT_MS, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

let world: World
/** The external services, which a test may make fail. */
let outside: Pick<Engine, 'deleteModel'> & Pick<Identity, 'lookUp' | 'deleteUser'>
let deletion: AccountDeletion
before(async () => {
  world = await createTestBackend()
  outside = { ...world.identity, deleteModel: (model) => world.engine.deleteModel(model) }
  const late: typeof outside = {
    lookUp: (uid) => outside.lookUp(uid),
    deleteUser: (uid) => outside.deleteUser(uid),
    deleteModel: (model) => outside.deleteModel(model),
  }
  deletion = createAccountDeletion({ ...world, engine: late, identity: late, verdictMs: VERDICT_MS })
})
after(() => world.close())
afterEach(() => {
  world.behaviour.send = () => Promise.resolve()
})

const queries = () => world.database.queries

const sendMails = () => world.sendMails()

const Starts = z.object({ rows: z.array(z.object({ seconds: z.number() })) })
/** When jobs that have to wait may start. */
async function secondsToNext(name: keyof typeof jobs): Promise<number[]> {
  const found = await queries().execute(
    sql`select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
        where name = ${name} and state = 'created' and start_after > now()`,
  )
  return Starts.parse(found).rows.map(({ seconds }) => seconds)
}

const Tables = z.object({ rows: z.array(z.object({ name: z.string() })) })
const Found = z.object({ rows: z.array(z.object({ name: z.string() })) })

/** Every table of every schema with a row that contains a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const listed = await queries().execute(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const lookups = Tables.parse(listed).rows.map(
    ({ name }) =>
      sql`select ${name}::text as name where exists (select from ${sql.raw(name)} as held where position(lower(${text}) in lower(held::text)) > 0)`,
  )
  expect(lookups.length).toBeGreaterThan(40)
  return Found.parse(await queries().execute(sql.join(lookups, sql` union all `))).rows.map(
    ({ name }) => name,
  )
}

const stateOf = async (id: string) =>
  (await queries().select().from(tables.deletions).where(eq(tables.deletions.id, id)))[0]

/** A customer with a trained person and headshots, whom the identity provider knows. */
async function customer(name: string) {
  const person = await readyPerson(world)
  const email = `${name}@customer.example`
  world.behaviour.users.set(person.uid, { email, emailVerified: true, displayName: name })
  await queries().update(tables.persons).set({ name }).where(eq(tables.persons.id, person.id))
  await world.account.update(person.uid, { locale: 'de' })
  return { ...person, email }
}

const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

describe("an account's deletion", () => {
  test('completes after a kill at any step, leaves no data, and sends a receipt of what was deleted', async () => {
    const anna = await customer('Annegret Quellmalz')
    const other = await customer('Boris Unbeteiligt')
    await world.sharing.createShare(anna.uid, anna.id)
    await sendMails()
    world.behaviour.mailed = []
    world.behaviour.deleted = []

    const at = await world.account.requestDeletion(anna.uid)
    expect(await world.account.requestDeletion(anna.uid)).toEqual(at)
    const [row] = await queries().select().from(tables.deletions).where(eq(tables.deletions.uid, anna.uid))
    const id = row?.id ?? ''

    // While the engine, then the identity provider, is unreachable, no later step happens.
    const { deleteModel, deleteUser } = outside
    outside.deleteModel = () => Promise.reject(new Error('the engine is away'))
    await expect(deletion.run(id, signal)).rejects.toThrow('the engine is away')
    expect((await stateOf(id))?.state).toBe('emptied')
    outside.deleteModel = deleteModel
    outside.deleteUser = () => Promise.reject(new Error('the provider is away'))
    await expect(deletion.run(id, signal)).rejects.toThrow('the provider is away')
    expect((await stateOf(id))?.state).toBe('emptied')
    outside.deleteUser = deleteUser
    await deletion.run(id, signal)
    expect((await stateOf(id))?.state).toBe('signed_off')
    expect(world.behaviour.mailed).toEqual([])
    expect(await secondsToNext('delete-account')).toEqual([expect.closeTo(76, -1)])

    // A token that was believed a moment longer brings one more person.
    const { id: late } = await world.database.transaction((tx) =>
      createPerson(tx, anna.uid, {
        name: 'Annegret Nachzügler',
        gender: 'female',
        consentVersion: undefined,
        creationKey: undefined,
      }),
    )
    await deletion.run(id, signal, later(80))
    await deletion.run(id, signal, later(160))
    const done = await stateOf(id)
    expect(done).toMatchObject({ state: 'done', uid: null, address: null, personIds: [], models: [] })
    await sendMails()

    expect(world.behaviour.users.has(anna.uid)).toBe(false)
    expect(world.behaviour.deleted).toContainEqual(modelOf({ modelFolder: `persons/${anna.id}/models` }))
    for (const personId of [anna.id, late]) expect(await world.keysUnder(`persons/${personId}/`)).toEqual([])
    for (const trace of [anna.uid, anna.email, 'Annegret', 'Quellmalz']) {
      expect({ trace, held: await tablesWith(trace) }).toEqual({ trace, held: [] })
    }
    const [receipt, ...further] = world.behaviour.mailed
    expect(further).toEqual([])
    expect(receipt).toMatchObject({ to: anna.email, subject: 'Alles ist gelöscht' })
    expect(receipt?.text).toMatch(/Personen: 2\nSelfies: 5\nPorträts: 12\n/)
    expect(receipt?.text).toContain('Ein Zahlungsbeleg muss')
    expect(receipt?.text).toContain('Die Bilder lagen bei: nur diesem Server')

    // Another user's data is all there.
    expect(await world.overview.persons(other.uid)).toHaveLength(1)
    expect((await tablesWith('Unbeteiligt')).length).toBeGreaterThan(0)
  })

  test('sends no receipt to an unverified address', async () => {
    const uid = 'unverified-user'
    world.behaviour.users.set(uid, {
      email: 'x@stranger.example',
      emailVerified: false,
      displayName: undefined,
    })
    world.behaviour.mailed = []
    await world.account.requestDeletion(uid)
    const [row] = await queries().select().from(tables.deletions).where(eq(tables.deletions.uid, uid))
    await deletion.run(row?.id ?? '', signal)
    await deletion.run(row?.id ?? '', signal, later(80))
    await sendMails()
    expect(world.behaviour.mailed).toEqual([])
    expect(await tablesWith('x@stranger.example')).toEqual([])
  })
})

describe('consent', () => {
  test('to an older wording stays valid for existing selfies, and is required anew for more', async () => {
    const { uid, id } = await world.personWithSelfies(1)
    const older = { consentVersion: 'biometric-1' }
    await queries().update(tables.persons).set(older).where(eq(tables.persons.id, id))
    await expect(world.addSelfie(uid, id)).rejects.toMatchObject({ code: 'consent_required' })
    const agree = () =>
      world.database.transaction(async (tx) =>
        recordConsent(tx, await lockOwnPerson(tx, uid, id), CONSENT_VERSION, world.processing),
      )
    await agree()
    await agree()
    await world.addSelfie(uid, id)
    const shown = await world.overview.person(uid, id)
    expect(shown).toMatchObject({ acceptedSelfieCount: 2, consent: { version: CONSENT_VERSION } })
    expect((await world.account.profile(uid)).consents).toHaveLength(2)
  })

  test('names every company that selfies go to: without it nothing new is made, and the engine is told whom it names', async () => {
    const [fal] = processingOf([falOutlook({ inFlight: 2 }).profile], { kind: 'files' }).engines
    const { uid, id, buy, look } = await world.personWithSelfies(5)
    const consent = async () => (await world.overview.person(uid, id)).consent
    const agree = (version: string) =>
      world.database.transaction(async (tx) =>
        recordConsent(tx, await lockOwnPerson(tx, uid, id), version, world.processing),
      )
    const order = { uid, personId: id, styleId: 'studio-grey', currency: 'EUR', locale: 'de' } as const
    const told: unknown[] = []
    const { train } = world.behaviour
    world.behaviour.train = (given) => {
      told.push(given.agreedTo)
      return train(given)
    }
    expect(await consent()).toMatchObject({ version: CONSENT_VERSION, isCurrent: true })
    world.processing.engines.push(...(fal ? [fal] : []))
    try {
      expect(await consent()).toMatchObject({ version: CONSENT_VERSION, isCurrent: false })
      const refused = { code: 'consent_required' }
      await expect(world.addSelfie(uid, id)).rejects.toMatchObject(refused)
      await expect(world.checkout.purchase(order)).rejects.toMatchObject(refused)
      await expect(world.handoffs.create(uid, id)).rejects.toMatchObject(refused)
      await expect(agree(CONSENT_VERSION)).rejects.toMatchObject(refused)
      await expect(agree(consentVersionFor(['replicate']))).rejects.toMatchObject(refused)
      await agree(consentVersionFor(['fal']))
      expect(await consent()).toMatchObject({ version: 'biometric-2+fal', isCurrent: true })
      await world.addSelfie(uid, id)
      await buy()
      await world.trainings.run((await look()).trainingId, signal)
      expect(told).toEqual([['fal']])
    } finally {
      world.processing.engines.pop()
      world.behaviour.train = train
    }
    expect(await consent()).toMatchObject({ isCurrent: true })
  })

  test('is recorded; withdrawing it deletes biometric data and keeps finished headshots', async () => {
    const anna = await customer('Carla')
    await world.account.withdrawConsent(anna.uid, anna.id)
    await world.account.withdrawConsent(anna.uid, anna.id)
    const { consents } = await world.account.profile(anna.uid)
    expect(consents.map(({ kind, version }) => [kind, version])).toEqual([
      ['withdrawn', CONSENT_VERSION],
      ['granted', CONSENT_VERSION],
    ])
    const shown = await world.overview.person(anna.uid, anna.id)
    expect(shown).toMatchObject({ state: 'draft', acceptedSelfieCount: 0, preview: null, training: null })
    const { headshots } = await world.bundles.get(anna.uid, anna.id, anna.bundleId)
    expect(headshots).toHaveLength(12)
    const left = await world.filesUnder(`persons/${anna.id}/`)
    expect(left.every((key) => key.includes('/bundles/'))).toBe(true)
    expect(left.length).toBeGreaterThan(0)
    const kept = await queries()
      .select()
      .from(tables.headshots)
      .where(eq(tables.headshots.bundleId, anna.bundleId))
    expect(kept.every(({ fingerprint }) => fingerprint === '')).toBe(true)
    await expect(world.addSelfie(anna.uid, anna.id)).rejects.toThrow('consent_required')
    await expect(world.account.withdrawConsent('another-user', anna.id)).rejects.toThrow('person_not_found')
  })

  test('withdrawn while headshots are due cancels them, and the money is refunded', async () => {
    const person = await world.personWithSelfies()
    await person.buy()
    await world.account.withdrawConsent(person.uid, person.id)
    const { payments, person: shown } = await person.look()
    expect(payments).toEqual(['refunding'])
    expect(shown).toMatchObject({ state: 'draft', bundles: [{ state: 'refunded' }] })
  })
})

describe('selfies and model', () => {
  const DAY_HOURS = 24

  test('are kept 30 days after the last use, with a warning before deletion', async () => {
    const anna = await customer('Dora Frist')
    await sendMails()
    world.behaviour.mailed = []
    await world.retention.expire(roundIn(26 * DAY_HOURS))
    await sendMails()
    expect(world.behaviour.mailed.filter(({ to }) => to === anna.email)).toEqual([])
    await world.retention.expire(roundIn(28 * DAY_HOURS))
    await world.retention.expire(roundIn(29 * DAY_HOURS))
    await sendMails()
    const warnings = world.behaviour.mailed.filter(({ to }) => to === anna.email)
    expect(warnings.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Die Selfies von Dora Frist werden am'),
    ])
    expect((await world.overview.person(anna.uid, anna.id)).state).toBe('trained')
    await world.retention.expire(roundIn(32 * DAY_HOURS))
    const shown = await world.overview.person(anna.uid, anna.id)
    expect(shown).toMatchObject({ state: 'draft', acceptedSelfieCount: 0, training: null, deletesAt: null })
    expect((await world.bundles.get(anna.uid, anna.id, anna.bundleId)).headshots).toHaveLength(12)
    expect(await world.filesUnder(`persons/${anna.id}/models/`)).toEqual([])
  })

  test('are deleted only after a warning, even if the scheduler was down for long, and a use in time keeps them', async () => {
    const person = await world.personWithSelfies(1)
    world.behaviour.users.set(person.uid, {
      email: 'late@customer.example',
      emailVerified: true,
      displayName: undefined,
    })
    await world.retention.expire(roundIn(90 * DAY_HOURS))
    expect((await person.look()).person.acceptedSelfieCount).toBe(1)
    const { deletesAt } = (await person.look()).person
    expect(Date.parse(deletesAt ?? '')).toBeGreaterThan(Date.now() + 92 * 86_400_000)
    await world.addSelfie(person.uid, person.id)
    await world.retention.expire(roundIn(26 * DAY_HOURS))
    expect((await person.look()).person.acceptedSelfieCount).toBe(2)
  })
})

test('orders at vendors are known for ninety days, however they ended', async () => {
  const orders = createVendorJobs(world.database)
  const order = (id: string) => ({
    id,
    engine: 'studio',
    kind: 'training' as const,
    attempt: 1,
    details: {},
    submittedAt: new Date(),
  })
  for (const id of ['ended', 'forgotten']) await orders.begin(order(id), null)
  await orders.change(order('ended'), { state: 'succeeded' })
  await orders.change(order('forgotten'), { state: 'sent' })
  const known = async () =>
    (await Promise.all(['ended', 'forgotten'].map((id) => orders.find(id)))).map((job) => job?.state)
  await world.retention.expire(roundIn(89 * 24))
  expect(await known()).toEqual(['succeeded', 'sent'])
  await world.retention.expire(roundIn(91 * 24))
  expect(await known()).toEqual([undefined, undefined])
})

describe('a mail', () => {
  const wanted = (occasion: string) => ({
    template: 'share-vote-summary' as const,
    occasion,
    to: { address: 'friend@b.example' },
    locale: 'fr' as const,
    data: {
      personId: '4b7c7c1e-0b1d-4f0e-9d57-7a4b0a4f2b10',
      personName: 'Anna',
      voterCount: 1,
      voteCount: 2,
      ratingCount: 3,
    },
  })
  const enqueue = (occasion: string) =>
    world.database.transaction((tx) => enqueueMail(world.queue, tx, wanted(occasion)))
  const rowOf = async (occasion: string) =>
    (await queries().select().from(tables.mails).where(eq(tables.mails.occasion, occasion)))[0]

  test('is sent once per occasion, and its content is then deleted', async () => {
    await sendMails()
    world.behaviour.mailed = []
    await enqueue('once')
    await enqueue('once')
    await sendMails()
    const row = await rowOf('once')
    await world.mails.send(row?.id ?? '', signal)
    expect(world.behaviour.mailed).toHaveLength(1)
    expect(world.behaviour.mailed[0]).toMatchObject({
      to: 'friend@b.example',
      messageId: `${row?.id ?? ''}@site.example`,
    })
    expect(row).toMatchObject({ state: 'sent', data: null, address: null })
    expect(await tablesWith('friend@b.example')).toEqual([])
  })

  test('is tried again while the server is unreachable, and not after a permanent refusal', async () => {
    world.behaviour.mailed = []
    await enqueue('away')
    const { id = '' } = (await rowOf('away')) ?? {}
    world.behaviour.send = () => Promise.reject(new Error('connection refused'))
    await expect(world.mails.send(id, signal)).rejects.toThrow('connection refused')
    expect((await rowOf('away'))?.state).toBe('queued')
    world.behaviour.send = () => Promise.reject(new MailRefusedError('550'))
    await world.mails.send(id, signal)
    // What it says is kept, so that an operator can have it sent again.
    const address = 'friend@b.example'
    expect(await rowOf('away')).toMatchObject({ state: 'failed', failure: 'refused', address })
    expect((await rowOf('away'))?.data).not.toBeNull()
    await enqueue('given up')
    const { id: lost = '' } = (await rowOf('given up')) ?? {}
    await world.mails.giveUp(lost)
    expect(await rowOf('given up')).toMatchObject({ state: 'queued', failure: null })
    const longAgo = new Date(Date.now() - 5 * 24 * 3_600_000)
    await queries().update(tables.mails).set({ createdAt: longAgo }).where(eq(tables.mails.id, lost))
    await world.mails.giveUp(lost)
    expect(await rowOf('given up')).toMatchObject({ failure: 'attempts_exhausted', address })
    expect(world.behaviour.mailed).toEqual([])
  })

  test('that waits for its server when the process dies gets its job back from the scheduler', async () => {
    await enqueue('lost')
    await queries().execute(sql`delete from pgboss.job where name = 'send-mail'`)
    world.behaviour.mailed = []
    await world.mails.reconcile(roundIn(0))
    await sendMails()
    expect(world.behaviour.mailed).toHaveLength(1)
  })

  test('to a user goes to their current address; to a deleted user, to none', async () => {
    const anna = await customer('Emil')
    await sendMails()
    world.behaviour.mailed = []
    const to = { uid: anna.uid }
    await world.database.transaction((tx) => enqueueMail(world.queue, tx, { ...wanted('moved'), to }))
    world.behaviour.users.set(anna.uid, {
      email: 'new@customer.example',
      emailVerified: true,
      displayName: undefined,
    })
    await sendMails()
    expect(world.behaviour.mailed.map((mail) => mail.to)).toEqual(['new@customer.example'])
    await world.database.transaction((tx) =>
      enqueueMail(world.queue, tx, { ...wanted('unknown'), to: { uid: 'unknown' } }),
    )
    expect(await rowOf('unknown')).toBeUndefined()
  })
})
