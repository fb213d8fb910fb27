import { expect } from 'expect'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { EndpointAuth, EndpointDefinition } from '#contract/endpoint.ts'
import { ENDPOINT_NAMES, endpoints, type EndpointName } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { OPERATOR_CALLS } from '#contract/operators.ts'
import { extraPackage } from '#scripts/extra-packages.ts'
import { root } from '#scripts/start/root.ts'
import { testEach } from '#tests/support/each.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'
import { ENDING, createOwner, handToPhone, inputsOf, type Input } from './support/owner.ts'
import { jpegFile } from './support/test-backend.ts'

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) })).default([]),
  responses: z.record(z.string(), z.object({ description: z.string() })),
})
type Operation = z.infer<typeof Operation>
const Served = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

interface CallOptions {
  client: unknown
  path: Record<string, unknown>
  query: Record<string, unknown>
  body?: unknown
}
/** The used part of the generated code, whose own types exist only after it was generated. */
const isFunction = (value: unknown) => typeof value === 'function'
type Call = (options: CallOptions) => Promise<{ response: Response; error?: unknown }>
const Calls = z.record(z.string(), z.custom<Call>(isFunction))
const ClientModule = z.object({ createClient: z.custom<(config: object) => unknown>(isFunction) })
/** https://heyapi.dev/openapi-ts/configuration */
const Generator = z.object({ createClient: z.custom<(config: object) => Promise<unknown>>(isFunction) })

/** Calls that delete come last: first those on shared objects, then on owned ones, then the ending ones. */
const ORDER: readonly EndpointAuth[] = ['public', 'signature', 'handoff', 'recipient', 'share']
const rank = (name: EndpointName) =>
  ENDING.includes(name)
    ? ORDER.length + 1 + ENDING.indexOf(name)
    : (ORDER.indexOf(endpoints[name].auth) + ORDER.length + 1) % (ORDER.length + 1)
const names = [...ENDPOINT_NAMES].sort((one, other) => rank(one) - rank(other))
const readings = names.flatMap((name): [string, EndpointDefinition][] => {
  const definition: EndpointDefinition = endpoints[name]
  return [name, ...definition.aliases.map(() => `${name}Alias`)].map((id) => [id, definition])
})

let door: Awaited<ReturnType<typeof openDoor>>
let owner: Awaited<ReturnType<typeof createOwner>>
let phone: Awaited<ReturnType<typeof handToPhone>>
let folder: string
let operations: ReadonlyMap<string, Operation>
let calls: Readonly<Record<string, Call>>
let clients: { owner: unknown; anonymous: unknown }

before(async () => {
  door = await openDoor()
  const origin = await door.app.listen({ host: '127.0.0.1', port: 0 })
  const document = `${origin}/openapi.json`
  const { paths } = Served.parse(await (await fetch(document)).json())
  operations = new Map(
    Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => [operation.operationId, operation]),
  )
  // In the repository, where imports resolve, and not in node_modules, where Node runs no TypeScript.
  await mkdir(join(root, '.data'), { recursive: true })
  folder = await mkdtemp(join(root, '.data', 'openapi-client-'))
  const load = async (path: string): Promise<object> => ({
    ...((await import(pathToFileURL(path).href)) as object),
  })
  const generator = extraPackage('tests/tools', '@hey-api/openapi-ts/dist/index.mjs')
  await Generator.parse(await load(generator)).createClient({
    input: document,
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  calls = Calls.parse(await load(join(folder, 'sdk.gen.ts')))
  const { createClient } = ClientModule.parse(await load(join(folder, 'client/index.ts')))
  owner = await createOwner(door.world)
  phone = await handToPhone(door.world)
  clients = {
    owner: createClient({ baseUrl: origin, auth: tokensOf(owner.uid, phone.sessionToken) }),
    anonymous: createClient({ baseUrl: origin }),
  }
})
after(async () => {
  await door.close()
  await rm(folder, { recursive: true, force: true })
})

/** A token for each scheme that the document names in a header; those of the query are parameters of their calls. */
function tokensOf(uid: string, handoffToken: string) {
  const tokens: Readonly<Record<string, string>> = {
    idToken: idToken(uid, { signedInSecondsAgo: 60 }),
    handoffToken,
  }
  return ({ key }: { key: string }) => tokens[key]
}

/** Sends an input as the document describes, independently of the contract. */
async function walk(id: string, { files, raw, body }: EndpointDefinition, input: Input, client: unknown) {
  const operation = operations.get(id)
  const call = calls[id]
  if (!operation || !call) throw new Error(`neither served nor generated: ${id}`)
  const given = { ...input.params, ...input.query }
  const partOf = (place: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters.flatMap(({ name, in: its }) => (its === place ? [[name, given[name]]] : [])),
    )
  const { response, error } = await call({
    client,
    path: partOf('path'),
    query: partOf('query'),
    ...(body && { body: input.body }),
    ...(raw && { body: { id: 'evt_unsigned' } }),
    ...(files && { body: { [files.field]: [new File([Buffer.from(jpegFile())], 'a.jpg')] } }),
  })
  const { description = '' } = operation.responses[response.status] ?? {}
  const code = response.ok ? undefined : ErrorBody.parse(error).error.code
  const isDocumented = code === undefined ? description !== '' : description.split(' · ').includes(code)
  return { status: response.status, code, isDocumented }
}

test('the client has a call for each path of each endpoint and for those of operators, and no other', () => {
  const wanted = [...readings.map(([id]) => id), ...OPERATOR_CALLS].sort()
  expect([...operations.keys()].sort()).toEqual(wanted)
  expect(Object.keys(calls).sort()).toEqual(wanted)
})

testEach(readings)('%s answers the generated client as the document describes', async (id, definition) => {
  const { auth } = definition
  const objects = auth === 'handoff' ? { ...owner.objects, ...phone.objects } : owner.objects
  for (const input of inputsOf(definition, objects)) {
    if (auth === 'user' || auth === 'verified' || auth === 'handoff') {
      const refused = await walk(id, definition, input, clients.anonymous)
      expect(refused).toMatchObject({ isDocumented: true, status: auth === 'handoff' ? 403 : 401 })
    }
    const answer = await walk(id, definition, input, clients.owner)
    expect(answer).toMatchObject({ isDocumented: true })
    // The state of the named objects may refuse the call, the caller's rights never.
    if (auth !== 'public' && auth !== 'signature') expect([200, 409]).toContain(answer.status)
  }
})

test('the page of the calls is served whole from the backend, and its policy allows no other origin', async () => {
  const page = await door.app.inject({ url: '/docs' })
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  const named = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  expect(named).toHaveLength(3)
  for (const path of named) {
    const file = await door.app.inject({ url: path })
    expect({ path, status: file.statusCode, isEmpty: file.body.length === 0 }).toEqual({
      path,
      status: 200,
      isEmpty: false,
    })
  }
})

test('in production the page does not exist', async () => {
  const app = await door.openApp({}, false)
  expect((await app.inject({ url: '/docs' })).statusCode).toBe(404)
  await app.close()
})
