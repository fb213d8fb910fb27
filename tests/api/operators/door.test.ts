import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { errorCodesOf, type EndpointDefinition } from '#contract/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { OPERATOR_CALLS, OperatorAnswer, operatorEndpoints, type OperatorCall } from '#contract/operators.ts'
import { planProxyRequest } from '#lib/api/proxy-rules.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, GATEWAY_SECRET } from '../support/backend.ts'
import { OPERATOR_SECRET, OPERATOR_UID } from '../support/door.ts'
import { emailOf, idToken, type TokenClaims } from '../support/identity.ts'
import { openOperatorDoor, reason, type OperatorDoor } from '../support/operators.ts'
import { createOwner, inputsOf, sendInput } from '../support/owner.ts'

let door: OperatorDoor
let anna: Awaited<ReturnType<typeof createOwner>>
before(async () => {
  door = await openOperatorDoor()
  anna = await createOwner(door.world)
})
after(() => door.close())

/** Who signed in as an operator has to, unless told otherwise. */
const accountOf = (uid: string, claims: TokenClaims = {}) =>
  idToken(uid, { usedSecondFactor: true, signedInSecondsAgo: 60, ...claims })

const calls = OPERATOR_CALLS.map((name): [OperatorCall, EndpointDefinition] => [
  name,
  operatorEndpoints[name],
])

testEach(calls)('%s is closed to all but operators', async (_name, definition) => {
  const [input] = inputsOf(definition, anna.objects)
  if (!input) throw new Error('no input was made')
  const cells: [string, string | undefined, ErrorCode][] = [
    ['no secret', undefined, 'token_missing'],
    ['an empty one', '', 'token_missing'],
    ['another secret', 'x'.repeat(OPERATOR_SECRET.length), 'token_invalid'],
    ['a part of it', OPERATOR_SECRET.slice(0, -1), 'token_invalid'],
    ['a share token', anna.objects.token, 'token_invalid'],
    ['an account that is not on the list', accountOf(anna.uid), 'route_not_found'],
    [
      'its address in a token without a uid',
      accountOf('', { email: emailOf(OPERATOR_UID) }),
      'token_invalid',
    ],
    ['an account without an address', accountOf(OPERATOR_UID, { email: '' }), 'route_not_found'],
    ['an address that is not verified', accountOf(OPERATOR_UID, { emailVerified: false }), 'route_not_found'],
    ['an account of another project', accountOf(OPERATOR_UID, { projectId: 'another' }), 'token_invalid'],
    ['one factor alone', accountOf(OPERATOR_UID, { usedSecondFactor: false }), 'second_factor_required'],
  ]
  // Lists stay open; who changes something is asked again who is there.
  if ('why' in (definition.body?.shape ?? {}))
    cells.push([
      'a sign-in of long ago',
      accountOf(OPERATOR_UID, { signedInSecondsAgo: 16 * 60 }),
      'requires_recent_login',
    ])
  for (const [cell, given, code] of cells) {
    const answer = errorOf(await sendInput(door.app, definition, input, given))
    expect({ cell, ...answer }).toEqual({ cell, code, status: ERROR_STATUS[code] })
    expect(errorCodesOf(definition)).toContain(code)
  }
})

test('the secret opens nothing by the gateway, the edge or the site, and an account does', async () => {
  const codeBy = async (authorization: string) => {
    const answer = await door.app.inject({
      method: 'POST',
      url: operatorEndpoints.operatorQueues.path,
      headers: { authorization, [GATEWAY_SECRET_HEADER]: GATEWAY_SECRET },
      payload: {},
    })
    return answer.statusCode === 200 ? 200 : errorOf(answer).code
  }
  expect(await codeBy(OPERATOR_SECRET)).toBe('token_invalid')
  expect(await codeBy(accountOf(OPERATOR_UID))).toBe(200)
})

test('a change by an account is on record under its address, and `by` is not read', async () => {
  const change = (path: string, body: object) =>
    door.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: accountOf(OPERATOR_UID) },
      payload: body,
    })
  for (const call of ['operatorPause', 'operatorResume'] as const) {
    const { path } = operatorEndpoints[call]
    const answer = await change(path, { name: 'send-mail', ...reason })
    expect(OperatorAnswer.parse(answer.json())).toMatchObject({ outcome: 'done' })
    expect(errorOf(await change(path, { name: 'send-mail', by: 'anna' }))).toMatchObject({
      parameter: 'why',
    })
  }
  const [resumed, paused] = await door.auditOf('send-mail')
  for (const row of [resumed, paused])
    expect(row).toMatchObject({ why: reason.why, by: emailOf(OPERATOR_UID) })
})

testEach(calls)('%s answers operators about every object', async (_name, definition) => {
  for (const input of inputsOf(definition, anna.objects)) {
    const answer = await sendInput(door.app, definition, input, OPERATOR_SECRET)
    expect(answer.statusCode).toBe(200)
    OperatorAnswer.parse(answer.json())
  }
})

testEach(calls)('%s is handed on by the site', (_name, { path }) => {
  const plan = planProxyRequest({ method: 'POST', path, search: '', header: () => undefined })
  expect(plan).toMatchObject({ target: path, bodyMaxBytes: JSON_MAX_BYTES })
})

testEach(calls.filter(([, { body }]) => body && 'why' in body.shape))(
  '%s refuses a change without a reason',
  async (_name, definition) => {
    const [input] = inputsOf(definition, anna.objects)
    if (!input) throw new Error('no input was made')
    const { why: _why, ...body } = input.body
    const answer = errorOf(await sendInput(door.app, definition, { ...input, body }, OPERATOR_SECRET))
    expect(answer).toMatchObject({ status: 400, parameter: 'why' })
  },
)

test('the migrations of the database are listed', async () => {
  expect((await door.rowsOf('operatorMigrations')).length).toBeGreaterThan(12)
})

test('flaws, feedback, disputes, queues and limits are lists', async () => {
  for (const call of ['operatorFlaws', 'operatorFeedback', 'operatorDisputes', 'operatorQueues'] as const)
    expect(await door.ask(call)).toMatchObject({ outcome: 'done' })
  expect(await door.rowsOf('operatorLimits')).toContainEqual({ limit: 'guarantee_days', value: 14, per: '' })
})
