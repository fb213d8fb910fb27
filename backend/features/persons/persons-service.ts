import { randomUUID } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import { enginesAgreedTo, isConsentCurrent, type ConsentVersion } from '#contract/consent.ts'
import { ProductError } from '#contract/errors.ts'
import { PERSONS_PER_USER } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Gender } from '#contract/persons.ts'
import { enginesAtCompanies, type Processing } from '#contract/processing.ts'
import type { SelfieCoach } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import { OPEN_TRAINING_STATES } from '#contract/training.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import { personLifecycle, type PersonEvent } from './person-lifecycle.ts'
import type { NextBundle } from './headshot-promise.ts'
import { hasRepairChance } from './repair-chance.ts'
import {
  latestOf,
  readLearned,
  readRetraining,
  retrainingOf,
  unknownTo,
  type Learned,
  type PastTraining,
} from './retraining.ts'
import { servesStyle } from './style-models.ts'

export { outlookOf, promiseOf } from './headshot-promise.ts'
export { readRepairChances, repairableOf, repairableUntil } from './repair-chance.ts'
export { extendRetention, SELFIES_KEPT_MS, SELFIES_WARNED_MS } from './selfie-retention.ts'
export { readLearned, readRetraining, retrainingOf } from './retraining.ts'
export { needOf, servesStyle } from './style-models.ts'
export { selfieInUse } from './selfies-in-use.ts'

const { consentEvents, persons, users } = tables

export type PersonRow = typeof persons.$inferSelect

export interface NewPerson {
  id?: string
  name: string
  gender: Gender
  consentVersion: ConsentVersion | undefined
  /** The creating call's idempotency key. */
  creationKey: string | undefined
  /** The user's language; mails use it until another is chosen. */
  locale?: Locale
}

/** @throws ProductError person_limit_reached */
export async function assertRoomForPerson(queries: Queries, uid: string): Promise<void> {
  const [held] = await queries.select({ count: count() }).from(persons).where(eq(persons.uid, uid))
  if ((held?.count ?? 0) >= PERSONS_PER_USER) throw new ProductError('person_limit_reached')
}

/** The person that an earlier call with the same key created. */
export async function findCreatedPerson(
  queries: Queries,
  uid: string,
  creationKey: string | undefined,
): Promise<PersonRow | undefined> {
  if (creationKey === undefined) return undefined
  const [row] = await queries
    .select()
    .from(persons)
    .where(and(eq(persons.uid, uid), eq(persons.creationKey, creationKey)))
  return row
}

/**
 * Adds a draft person, or answers the one that an earlier call of the same key made; the user's row is made with
 * their first.
 * @throws ProductError person_limit_reached
 */
export async function createPerson(tx: Queries, uid: string, person: NewPerson): Promise<PersonRow> {
  const { locale = null } = person
  await tx
    .insert(users)
    .values({ uid, locale })
    .onConflictDoUpdate({
      target: users.uid,
      set: { locale: sql`coalesce(${users.locale}, excluded.locale)` },
    })
  // Two creations at once take turns here, so that neither slips past the limit.
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
  const created = await findCreatedPerson(tx, uid, person.creationKey)
  if (created) return created
  await assertRoomForPerson(tx, uid)
  const { id = randomUUID(), name, gender, consentVersion = null, creationKey = null } = person
  const consentedAt = consentVersion === null ? null : new Date()
  const [row] = await tx
    .insert(persons)
    .values({ id, uid, name, gender, state: 'draft', consentVersion, consentedAt, creationKey })
    .returning()
  if (!row) throw new Error('the database returned no person')
  if (consentVersion !== null) {
    await tx.insert(consentEvents).values({ personId: row.id, kind: 'granted', version: consentVersion })
  }
  return row
}

/** The user's person. Another user's counts as not found. @throws ProductError person_not_found */
export async function findPerson(queries: Queries, uid: string, personId: string): Promise<PersonRow> {
  const [row] = await queries
    .select()
    .from(persons)
    .where(and(eq(persons.id, personId), eq(persons.uid, uid)))
  if (!row) throw new ProductError('person_not_found')
  return row
}

/** The person, locked until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockPerson(tx: Queries, personId: string): Promise<PersonRow | undefined> {
  const [row] = await tx.select().from(persons).where(eq(persons.id, personId)).for('update')
  return row
}

/** `lockPerson` for a person of this user. @throws ProductError person_not_found */
export async function lockOwnPerson(tx: Queries, uid: string, personId: string): Promise<PersonRow> {
  const row = await lockPerson(tx, personId)
  if (row?.uid !== uid) throw new ProductError('person_not_found')
  return row
}

/** Moves a locked person along its lifecycle. */
export async function advancePerson(tx: Queries, person: PersonRow, event: PersonEvent): Promise<PersonRow> {
  const state = personLifecycle.next(person.state, event)
  if (state === person.state) return person
  await tx.update(persons).set({ state }).where(eq(persons.id, person.id))
  return { ...person, state }
}

/**
 * Records the consent on a locked person, unless what it covers was agreed to before; a face needs one.
 * @param processing whose engines at companies it has to name
 * @throws ProductError consent_required
 */
export async function recordConsent(
  tx: Queries,
  person: PersonRow,
  version: ConsentVersion | undefined,
  processing: Processing,
): Promise<void> {
  assertConsent(person, version, processing)
  if (version === undefined || isConsentCurrent(person.consentVersion, enginesAgreedTo(version))) return
  await tx
    .update(persons)
    .set({ consentVersion: version, consentedAt: new Date() })
    .where(eq(persons.id, person.id))
  await tx.insert(consentEvents).values({ personId: person.id, kind: 'granted', version })
}

/** Records on a locked person that consent is taken back; false where there is none. */
export async function withdrawConsent(tx: Queries, person: PersonRow): Promise<boolean> {
  const { id: personId, consentVersion: version } = person
  if (version === null) return false
  await tx.update(persons).set({ consentVersion: null, consentedAt: null }).where(eq(persons.id, personId))
  await tx.insert(consentEvents).values({ personId, kind: 'withdrawn', version })
  return true
}

/**
 * An older wording does not cover additions of the current one, nor a consent companies that it does not name.
 * @param version what comes with the call; without one the person's counts
 * @throws ProductError consent_required
 */
export function assertConsent(
  { consentVersion }: Pick<PersonRow, 'consentVersion'>,
  version: ConsentVersion | undefined,
  processing: Processing,
): void {
  if (!isConsentCurrent(version ?? consentVersion, requiredEngines(processing)))
    throw new ProductError('consent_required')
}

/** Before new work for a person: companies that came after the consent have to be agreed to. @throws ProductError consent_required */
export function assertCompaniesAgreedTo(person: PersonRow, processing: Processing): void {
  const agreed = enginesAgreedTo(person.consentVersion)
  if (!requiredEngines(processing).every((engine) => agreed.includes(engine)))
    throw new ProductError('consent_required')
}

/** The engines at companies that a person's selfies may be sent to. */
export async function readEnginesAgreedTo(queries: Queries, personId: string): Promise<string[]> {
  const [row] = await queries
    .select({ version: persons.consentVersion })
    .from(persons)
    .where(eq(persons.id, personId))
  return enginesAgreedTo(row?.version ?? null)
}

/** The engines at companies that a consent has to name today. */
export function requiredEngines(processing: Processing): string[] {
  return enginesAtCompanies(processing).map(({ name }) => name)
}

/** Stores the coach's result with a locked person, for all readers. */
export async function keepCoach(tx: Queries, person: PersonRow, coach: SelfieCoach | null): Promise<void> {
  await tx.update(persons).set({ coach }).where(eq(persons.id, person.id))
}

/** Whether the person's state has room for another selfie; of a trained one `refusesSelfies` knows. */
export function takesSelfies(person: Pick<PersonRow, 'state'>): boolean {
  return personLifecycle.allows(person.state, 'selfie_received')
}

/** Why no selfie can be added now, or undefined. */
export async function refusesSelfies(
  queries: Queries,
  person: PersonRow,
): Promise<'person_busy' | 'person_trained' | undefined> {
  if (!takesSelfies(person)) return 'person_busy'
  if (person.state !== 'trained') return undefined
  if ((await readRetraining(queries, person.id)).isLeft) return undefined
  return (await hasRepairChance(queries, person.id)) ? undefined : 'person_trained'
}

/** The basis of a bundle of a style that is bought now. Pure. */
export function nextBundleOf(
  person: PersonRow,
  { past, accepted }: Learned,
  styleId: StyleId,
  promises: StylePromises,
): NextBundle {
  const serves = (training: PastTraining) => servesStyle(training, styleId, promises)
  const model = latestOf(past.filter(serves))
  const all = { selfieCount: accepted.length, canGrow: true, lacksModel: true }
  if (person.state !== 'trained') {
    // One that runs for another kind of engine leaves the model of this kind as it is.
    const isOfAnother = past.some(
      (each) => OPEN_TRAINING_STATES.includes(each.state) && each.needs !== null && !serves(each),
    )
    return model?.selfieIds && isOfAnother ? { ...all, selfieCount: model.selfieIds.length } : all
  }
  // Whether a purchase has the person trained anew is decided by the latest model, of whichever kind.
  const { newSelfieCount, isLeft: canGrow } = retrainingOf(past, accepted)
  const known = newSelfieCount === 0 ? model?.selfieIds?.length : undefined
  return { selfieCount: known ?? accepted.length, canGrow, lacksModel: model === undefined }
}

/** Whether the model that makes a style of a person lacks good selfies, or there is none. */
export async function hasUnlearnedSelfies(
  queries: Queries,
  person: PersonRow,
  styleId: StyleId,
  promises: StylePromises,
): Promise<boolean> {
  const { past, accepted } = await readLearned(queries, person.id)
  const latest = latestOf(past.filter((training) => servesStyle(training, styleId, promises)))
  return person.state !== 'trained' || !latest || unknownTo(latest, accepted) > 0
}

/** Another name. @throws ProductError person_not_found */
export async function renamePerson(tx: Queries, uid: string, personId: string, name: string): Promise<void> {
  const renamed = await tx
    .update(persons)
    .set({ name })
    .where(and(eq(persons.id, personId), eq(persons.uid, uid)))
    .returning({ id: persons.id })
  if (renamed.length === 0) throw new ProductError('person_not_found')
}
