import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { createClient } from '#lib/api/client.ts'
import { idToken, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { keepPerson } from '#tests/support/seeded-users/make.ts'
import { addCopy } from '#tests/support/seeded-users/snapshot.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { developed, sendSelfies } from '#tests/support/ready-person.ts'
import { drawSelfies, goodSelfies } from '#tests/support/selfies.ts'
import { end, startEmbedded } from './api/processes.ts'
import { familyMb } from './process-memory.ts'
import type { Measurement } from './measurement.ts'

const STYLE = 'studio-grey'
const BAR_MB = 600
/** The studio's children end a minute after their last work. */
const IDLE_MS = 90_000

/** Memory of the embedded backend, which is API, worker and database, with the studio's children: at work and after it. */
export async function measureMemory(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-memory-'))
  const identity = await startIdentityEmulator()
  try {
    const selfies = join(dataDir, 'selfies')
    await Promise.all([drawSelfies(selfies), prepareDataDir(dataDir)])
    const { uid, personId } = await somebodyWithCredits(dataDir)
    const backend = await startEmbedded(dataDir, identity.host)
    const look = () => familyMb(backend.child.pid)
    const fresh = look()
    let most = fresh
    const watch = setInterval(() => (most = Math.max(most, look())), 250)
    const clientOf = (id: string) =>
      createClient({ baseUrl: backend.url, getToken: () => Promise.resolve(idToken(id)), timeoutMs: 60_000 })
    await sendSelfies(clientOf(crypto.randomUUID()), goodSelfies(selfies))
    const client = clientOf(uid)
    await client.call('useReferralCredits', { body: { personid: personId, styleId: STYLE } })
    await developed({ client, personId }, STYLE)
    await wait(IDLE_MS)
    clearInterval(watch)
    const idle = look()
    await end(backend)
    const mb = (what: string, figure: number, bar = ''): Measurement => ({
      what,
      figure: `${figure.toFixed(0)} MB`,
      bar,
    })
    return [
      mb('embedded backend just started', fresh),
      mb('the same with its studio, selfies and a bundle in work, at most', most),
      mb('the same, idle after it', idle, `<= ${BAR_MB} MB: ${idle <= BAR_MB ? 'met' : 'missed'}`),
    ]
  } finally {
    await identity.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A person whose selfies are checked, of a user who can pay for a bundle. */
async function somebodyWithCredits(dataDir: string) {
  const near = join(dataDir, 'people')
  await cp(await keepPerson(), near, { recursive: true })
  const database = await createPgliteDatabase({ folder: join(dataDir, 'database') })
  try {
    const copy = await addCopy(database, dataDir, join(near, 'checked'))
    const grant = { uid: copy.uid, amount: FIRST_BUNDLE_CREDITS, reason: 'granted', key: 'bench' } as const
    await database.transaction((tx) => grantCredits(tx, grant))
    return copy
  } finally {
    await database.close()
  }
}
