import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Profile } from '#contract/account.ts'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { endOpenBundles, forgetReadings } from '#backend/features/bundles/bundles-service.ts'
import { purgeBiometrics } from '#backend/features/deletion/deletion-service.ts'
import { lockOwnPerson, withdrawConsent } from '#backend/features/persons/persons-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { consentEvents, deletions, persons, users } = tables

export interface ProfileChange {
  locale?: Locale | null | undefined
  currency?: Currency | null | undefined
  isAcquisitionAsked?: true | undefined
}

/** Calls by which users change their own account. */
export function createAccount(deps: {
  database: Database
  queue: Queue
  identity: Pick<Identity, 'lookUp' | 'revokeSessions'>
}) {
  const { database, queue, identity } = deps

  const profile = async (uid: string): Promise<Profile> => {
    const user = await readUser(database.queries, uid)
    const consents = await database.queries
      .select({
        personId: consentEvents.personId,
        kind: consentEvents.kind,
        version: consentEvents.version,
        at: consentEvents.createdAt,
      })
      .from(consentEvents)
      .innerJoin(persons, eq(persons.id, consentEvents.personId))
      .where(eq(persons.uid, uid))
      .orderBy(desc(consentEvents.createdAt))
    return {
      locale: user?.locale ?? null,
      currency: user?.currency ?? null,
      isAcquisitionAsked: (user?.acquisitionAskedAt ?? null) !== null,
      consents: consents.map((event) => ({ ...event, at: event.at.toISOString() })),
    }
  }

  return {
    profile,

    async update(uid: string, { locale, currency, isAcquisitionAsked }: ProfileChange): Promise<Profile> {
      const set = {
        ...(locale !== undefined && { locale }),
        ...(currency !== undefined && { currency }),
        ...(isAcquisitionAsked && { acquisitionAskedAt: new Date() }),
      }
      if (Object.keys(set).length > 0) {
        await database.queries
          .insert(users)
          .values({ uid, ...set })
          .onConflictDoUpdate({ target: users.uid, set })
      }
      return profile(uid)
    },

    /**
     * Stops all processing of a person's face and deletes its results; unfinished bundles are refunded.
     * Finished headshots stay, because they were bought under a valid consent. A repeat changes nothing.
     * @throws ProductError person_not_found
     */
    withdrawConsent(uid: string, personId: string): Promise<void> {
      return database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        if (!(await withdrawConsent(tx, person))) return
        await endOpenBundles(tx, queue, personId)
        await forgetReadings(tx, personId)
        await purgeBiometrics(tx, queue, person)
      })
    },

    /** @throws IdentityError unavailable */
    signOutEverywhere: (uid: string): Promise<void> => identity.revokeSessions(uid),

    /**
     * Starts the deletion of all of a user's data, which continues until it is confirmed; a repeat returns the
     * running one. `alsoWithin` is called in the same transaction.
     * @throws IdentityError unavailable
     */
    async requestDeletion(
      uid: string,
      alsoWithin?: (tx: Queries, deletionId: string) => Promise<void>,
    ): Promise<Date> {
      const known = await identity.lookUp(uid)
      // A receipt to an unverified address could reach a stranger.
      const address = known?.emailVerified === true ? (known.email ?? null) : null
      return database.transaction(async (tx) => {
        const user = await readUser(tx, uid)
        const locale = user?.locale ?? DEFAULT_LOCALE
        await tx
          .insert(deletions)
          .values({ id: randomUUID(), uid, address, locale, state: 'requested' })
          .onConflictDoNothing({ target: deletions.uid })
        const [row] = await tx.select().from(deletions).where(eq(deletions.uid, uid))
        if (!row) throw new Error('the database returned no deletion')
        await enqueueJob(queue, tx, 'delete-account', { deletionId: row.id })
        await alsoWithin?.(tx, row.id)
        return row.createdAt
      })
    },
  }
}

async function readUser(queries: Queries, uid: string) {
  const [user] = await queries.select().from(users).where(eq(users.uid, uid))
  return user
}
