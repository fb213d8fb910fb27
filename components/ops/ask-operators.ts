import { operatorEndpoints, type OperatorAnswer, type OperatorCall } from '#contract/operators.ts'
import { browserClientOf } from '#lib/session/browser-session.ts'

let client: ReturnType<typeof browserClientOf<typeof operatorEndpoints>> | undefined

/** Asks the API as the operator who is signed in here. @throws CallError */
export function askOperators(call: OperatorCall, body: object): Promise<OperatorAnswer> {
  client ??= browserClientOf(operatorEndpoints)
  return client.call(call, { body })
}
