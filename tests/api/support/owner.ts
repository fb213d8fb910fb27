import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newKey } from '#backend/features/files/files-service.ts'
import { receiptsOf } from '#backend/features/payments/payments-service.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { fillPath } from '#contract/path.ts'
import { arbitraryOf } from '#tests/support/arbitrary-of.ts'
import { multipart } from './backend.ts'
import { readyPerson } from './ready-person.ts'
import { jpegFile, type World } from './test-backend.ts'

const SAMPLES = 3
const SEED = 11

/** Calls that delete the objects of others; the last deletes all. */
export const ENDING: readonly EndpointName[] = ['refundBundle', 'deletePerson']

/** Parameters that name an object with an owner. */
export const OBJECTS = [
  'personid',
  'person_id',
  'bundleid',
  'selfieid',
  'userImageKey',
  'winnerKey',
  'loserKey',
  'paymentId',
  'objectKey',
  'share_id',
  'token',
  'recipient_id',
  'recipientToken',
  'imageShareId',
  'sharable_key',
] as const
export type Objects = Readonly<Record<(typeof OBJECTS)[number], string>>

const Input = z.object({
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
  body: z.record(z.string(), z.unknown()),
})
export type Input = z.infer<typeof Input>

/** A user who owns one object of every kind. */
export async function createOwner(world: World) {
  const person = await readyPerson(world)
  const [userImageKey = '', otherKey = ''] = person.keys
  const view = { userImageKey, showsName: true, showsBefore: true }
  const { imageShareId, sharableKey } = await world.imageSharing.publish(person.uid, view)
  const { objectKey } = await unregistered(world, person.id)
  const [receipt] = await receiptsOf(world.database.queries, person.uid)
  return {
    uid: person.uid,
    objects: {
      personid: person.id,
      person_id: person.id,
      bundleid: person.bundleId,
      selfieid: person.added[0] ?? '',
      userImageKey,
      winnerKey: userImageKey,
      loserKey: otherKey,
      ...(await createLink(world, person.uid, person.id)),
      imageShareId,
      sharable_key: sharableKey,
      objectKey,
      paymentId: receipt?.paymentId ?? '',
    },
  }
}

/** An uploaded image without a row, as a signed upload of this person leaves it. */
async function unregistered(world: World, personId: string) {
  const objectKey = newKey(`persons/${personId}/selfies/${randomUUID()}`, 'original')
  await world.storage.put(objectKey, jpegFile(), 1000)
  return { objectKey }
}

/** A person that a computer handed to a phone, by its code's token and its session's, and what the phone has sent. */
export async function handToPhone(world: World) {
  const { uid, id } = await world.personWithSelfies(1)
  const { token } = await world.handoffs.create(uid, id)
  const { sessionToken } = await world.handoffs.open(token)
  return { token, sessionToken, objects: await unregistered(world, id) }
}

/** A link of a person, and a recipient who opened it. */
export async function createLink({ sharing, recipients }: World, uid: string, personId: string) {
  const { shareId, token } = await sharing.createShare(uid, personId)
  const recipient = await recipients.register({ shareId, personId, recipientId: null }, undefined)
  return {
    share_id: shareId,
    token,
    recipient_id: recipient.recipientId,
    recipientToken: recipient.token,
  }
}

/** Valid inputs generated from the schemas; the objects they name belong to the owner of `objects`. */
export function inputsOf({ auth, params, query, body }: EndpointDefinition, objects: Objects): Input[] {
  const part = (schema: z.ZodObject | undefined) => (schema ? arbitraryOf(schema) : fc.constant({}))
  const made = fc.record({ params: part(params), query: part(query), body: part(body) })
  const owned = ([name, value]: [string, unknown]) => {
    const wanted = auth === 'recipient' && name === 'token' ? 'recipientToken' : name
    const object = OBJECTS.find((known) => known === wanted)
    return [name, object === undefined ? value : objects[object]] as const
  }
  const inputs = fc.sample(made, { numRuns: SAMPLES, seed: SEED }).map((sample) => {
    const input = Input.parse(sample)
    const withOwned = (given: Record<string, unknown>) => Object.fromEntries(Object.entries(given).map(owned))
    return {
      params: withOwned(input.params),
      query: withOwned(input.query),
      body: withOwned(input.body),
    }
  })
  // What names objects alone comes out the same each time.
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

/** Calls with an input; where the call takes files, with one that passes for a picture. */
export function sendInput(
  app: FastifyInstance,
  definition: EndpointDefinition,
  input: Input,
  authorization?: string,
  path = definition.path,
) {
  const { method, files, body } = definition
  const texts = (given: Record<string, unknown>) =>
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
  const form = files && multipart([{ field: files.field, fileName: 'a.jpg', bytes: Buffer.from(jpegFile()) }])
  const filled = fillPath(path, Object.fromEntries(texts(input.params)))
  const search = new URLSearchParams(texts(input.query).map(([name, value]) => [name, value]))
  return app.inject({
    method,
    url: `${filled}?${search.toString()}`,
    headers: { ...form?.headers, ...(authorization !== undefined && { authorization }) },
    ...(form && { payload: form.payload }),
    ...(body && { payload: input.body }),
  })
}
