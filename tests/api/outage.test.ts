import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import pg from 'pg'
import { ENDPOINT_NAMES, endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { createDatabaseOn } from '#backend/providers/database/postgres.ts'
import { createFirebaseIdentity } from '#backend/providers/identity/firebase.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { createStripeGateway } from '#backend/providers/payments/stripe.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { freePort } from './support/free-port.ts'
import { idToken, PROJECT_ID } from './support/identity.ts'
import {
  createOwner,
  ENDING,
  handToPhone,
  inputsOf,
  sendInput,
  type Input,
  type Objects,
} from './support/owner.ts'

type Ports = Partial<Omit<FeatureDeps, 'identity'>> & { identity?: Identity }

/** What others take away is bought first. */
const FIRST: readonly EndpointName[] = ['createCheckoutSession']
const turnOf = (name: EndpointName) => ENDING.indexOf(name) - FIRST.indexOf(name)
const calls = [...ENDPOINT_NAMES]
  .sort((one, other) => turnOf(one) - turnOf(other))
  .map((name): [EndpointName, EndpointDefinition] => [name, endpoints[name]])

/** What the owner has not bought yet. */
const WANTED = 'library'

/** Here: it asks others, answers from memory, or refuses what it was given before it looks anything up. */
const NEEDS_NO_DATABASE: readonly EndpointName[] = [
  'signOutEverywhere',
  'receiveStripeEvent',
  'receiveStripeSeatEvent',
  'receiveEngineHook',
  'getSigningCertificate',
  'getProcessing',
  'getProcessingAgreement',
  'checkReferralCode',
  'registerCodeShared',
  'registerUserReferred',
]

let door: Awaited<ReturnType<typeof openDoor>>
/** Where no server listens. */
let nowhere: number
const closing: (() => unknown)[] = []

before(async () => {
  door = await openDoor()
  nowhere = await freePort()
})
after(async () => {
  for (const close of closing) await close()
  await door.close()
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** As Stripe writes them. */
const ERROR_BODY = JSON.stringify({ error: { type: 'api_error', message: 'not now' } })

/** A server that answers each request with this status. */
const answering = (status: number) =>
  listening(
    createServer(
      (request, response) =>
        void request.resume().on('end', () => response.writeHead(status).end(ERROR_BODY)),
    ),
  )

/** A PostgreSQL that is still starting. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const startingPostgres = () =>
  listening(
    createTcpServer((socket) => {
      const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
      const header = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(Buffer.concat([header, fields])))
    }),
  )

function databaseAt(port: number): Ports {
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'anybody', database: 'any' })
  closing.push(() => pool.end())
  return { database: { ...createDatabaseOn(pool), close: () => Promise.resolve() } }
}

function storageAt(port: number): Ports {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${port}`
  const storage = createS3Storage({ bucket: 'b', region: 'r', endpoint, credentials, usesPathStyle: true })
  closing.push(() => storage.close())
  return { storage }
}

function paymentsAt(port: number): Ports {
  const webhookSecrets = { orders: ['whsec_a'], seats: ['whsec_b'] }
  const apiBase = `http://127.0.0.1:${port}`
  const stripe = createStripeGateway({ secretKey: 'sk_test_a', webhookSecrets, apiBase })
  return { gateways: { ...door.world.ports.gateways, stripe } }
}

/** One of everything, and a purchase that waits for its money. */
async function ownerWithOpenPayment() {
  const { world } = door
  const owner = await createOwner(world)
  world.behaviour.payPage = 'http://pay.example'
  const order = { uid: owner.uid, personId: owner.objects.person_id, styleId: WANTED } as const
  const session = await world.checkout.purchase({ ...order, currency: 'EUR', locale: 'de' })
  world.behaviour.payPage = null
  if (session.status !== 'redirect') throw new Error('nothing waits for its money')
  return { uid: owner.uid, objects: { ...owner.objects, paymentId: session.paymentId } }
}

/** Who may make a call, by what they hold. */
async function callerOf({ auth }: EndpointDefinition, { uid, objects }: { uid: string; objects: Objects }) {
  if (auth !== 'handoff')
    return {
      objects,
      authorization:
        auth === 'user' || auth === 'verified' ? idToken(uid, { signedInSecondsAgo: 60 }) : undefined,
    }
  const phone = await handToPhone(door.world)
  return { objects: { ...objects, ...phone.objects }, authorization: phone.sessionToken }
}

/** A made-up code or cursor would be refused before anything else is asked, and what there is already is not bought. */
function wantedBy(input: Input): Input {
  const { discountCode: _code, alsoStyleIds: _also, ...body } = input.body
  const { after: _cursor, ...query } = input.query
  return { ...input, query, body: 'styleId' in body ? { ...body, styleId: WANTED } : body }
}

/** Makes every call of the contract, and answers which of them said that something is away. */
async function callsThatAreUnavailable(ports: Ports): Promise<EndpointName[]> {
  const app = await door.openApp({}, true, ports)
  const owner = await ownerWithOpenPayment()
  const unavailable = new Set<EndpointName>()
  for (const [name, definition] of calls) {
    const { objects, authorization } = await callerOf(definition, owner)
    const [input] = inputsOf(definition, objects)
    if (!input) throw new Error('no input was made')
    const answer = await sendInput(app, definition, wantedBy(input), authorization)
    if (answer.statusCode === 200) continue
    const { code, status } = errorOf(answer)
    expect({ name, code }).not.toEqual({ name, code: 'internal' })
    if (code !== 'unavailable') continue
    unavailable.add(name)
    expect([status, answer.headers['retry-after']]).toEqual([503, '2'])
  }
  await app.close()
  return ENDPOINT_NAMES.filter((name) => unavailable.has(name))
}

testEach([
  ['refuses connections', () => nowhere],
  ['is starting', startingPostgres],
])('a database that %s: every call that needs it says that it is away', async (_how, portOf) => {
  const unavailable = await callsThatAreUnavailable(databaseAt(await portOf()))
  expect(ENDPOINT_NAMES.filter((name) => !unavailable.includes(name))).toEqual(NEEDS_NO_DATABASE)
})

testEach([
  ['refuses connections', () => nowhere],
  ['answers 503', () => answering(503)],
])('storage that %s: every call that needs it says that it is away', async (_how, portOf) => {
  expect(await callsThatAreUnavailable(storageAt(await portOf()))).toEqual([
    'createPersonAndUpload',
    'uploadImages',
    'registerUpload',
    'uploadByHandoff',
    'registerByHandoff',
    'deletePerson',
  ])
})

testEach([
  ['refuses connections', () => nowhere],
  ...[500, 503, 429, 401].map((status) => [`answers ${status}`, () => answering(status)] as const),
])('a payment provider that %s: every call that needs it says that it is away', async (_how, portOf) => {
  expect(await callsThatAreUnavailable(paymentsAt(await portOf()))).toEqual([
    'createCheckoutSession',
    'confirmPayment',
    'resumePayment',
    'cancelPayment',
  ])
})

test('an identity provider that is away: every call of a user says so', async () => {
  const credential = { kind: 'none' as const }
  const identity = await createFirebaseIdentity({ projectId: PROJECT_ID, credential, verdictMs: 60_000 })
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST
  // firebase-admin reads it with each request.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = `127.0.0.1:${nowhere}`
  const unavailable = await callsThatAreUnavailable({ identity })
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host
  const isOfUser = (name: EndpointName) => ['user', 'verified'].includes(endpoints[name].auth)
  expect(unavailable).toEqual(ENDPOINT_NAMES.filter(isOfUser))
})
