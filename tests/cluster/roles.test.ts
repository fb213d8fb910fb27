import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { JOB_NAMES, WORK_ROLES, jobs } from '#backend/jobs/catalogue.ts'
import { GATEWAY_SECRET, eventually } from '#tests/api/support/backend.ts'
import { PROJECT_ID, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { bundleOf, order } from '#tests/api/support/order.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'
import { startMember, type Member } from './support/processes.ts'

const ORDER_MS = 5 * 60_000
/** What each process is for; the last has three roles. */
const PROCESSES = ['api', 'checks', 'studio', 'engine,mail,clock']

let identity: Awaited<ReturnType<typeof startIdentityEmulator>>
let s3: Awaited<ReturnType<typeof startS3Server>>
let opened: OpenDatabase
let members: Map<string, Member>

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  ;[identity, s3, opened] = await Promise.all([startIdentityEmulator(), startS3Server(), openPostgres()])
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const settings = {
    // For the identity emulator.
    ALLOW_EMBEDDED: '1',
    GATEWAY_SECRET,
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    DATABASE: 'postgres',
    DATABASE_URL: opened.connection.url,
    DATABASE_CONNECTIONS: '3',
    PAYMENTS: 'none',
    // Of the signer that the scripted studio replaces.
    DATA_DIR: '/nonexistent',
    ...bucketSettings(s3),
  }
  const start = async (role: string) =>
    [role, await startMember(role, settings, { entry: 'tests/load/orders/backend.ts' })] as const
  members = new Map(await Promise.all(PROCESSES.map(start)))
})
after(async () => {
  await Promise.all([...members.values()].map((member) => member.kill()))
  await opened.close()
  await s3.close()
  await identity.close()
})

test('an order goes through a process of each role, and each runs its own jobs alone', async () => {
  const api = members.get('api')
  if (!api) throw new Error('no API')
  const bought = await order(api, 'customer')
  await eventually(
    () => bundleOf(api, bought),
    ({ state }) => state === 'ready',
    ORDER_MS,
  )
  for (const [role, member] of members) {
    const begun = JOB_NAMES.filter((name) => member.begun(name) > 0)
    const strange = begun.filter((name) => !role.split(',').includes(jobs[name].role))
    expect([role, strange]).toEqual([role, []])
  }
  expect(members.get('checks')?.begun('check-selfie')).toBeGreaterThan(0)
  expect(members.get('studio')?.begun('generate-bundle')).toBe(1)
  expect(PROCESSES.flatMap((roles) => roles.split(','))).toEqual(['api', ...WORK_ROLES])
})
