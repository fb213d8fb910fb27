import { expect } from 'expect'
import { findPaymentOfBundle } from '#backend/features/payments/payments-service.ts'
import {
  OperatorAnswer,
  operatorEndpoints,
  type OperatorCall,
  type OperatorRow,
} from '#contract/operators.ts'
import { openDoor, OPERATOR_SECRET } from './door.ts'

/** Every change names its reason and its operator. */
export const reason = { why: 'a customer wrote', by: 'anna' }

/** The API's server, and the operators' calls by their secret. */
export async function openOperatorDoor() {
  const door = await openDoor()
  const { app, world } = door
  const ask = async (call: OperatorCall, body: object = {}): Promise<OperatorAnswer> => {
    const answer = await app.inject({
      method: 'POST',
      url: operatorEndpoints[call].path,
      headers: { authorization: OPERATOR_SECRET },
      payload: body,
    })
    expect(answer.statusCode).toBe(200)
    return OperatorAnswer.parse(answer.json())
  }
  const rowsOf = async (call: OperatorCall, body: object = {}): Promise<OperatorRow[]> => {
    const answer = await ask(call, body)
    if (answer.outcome === 'refused') throw new Error(answer.reason)
    return answer.rows
  }
  /** The audit log's entries about a subject, newest first. */
  const auditOf = async (subject: string) =>
    (await rowsOf('operatorAudit')).filter((row) => row['subject'] === subject)
  /** A paid order, whose headshots are ready. */
  const order = async () => {
    const person = await world.personWithHeadshots()
    const payment = async () => {
      const found = await findPaymentOfBundle(world.database.queries, person.bundleId)
      if (!found) throw new Error('no payment')
      return found
    }
    return { ...person, payment, reference: (await payment()).orderReference }
  }
  return { ...door, ask, rowsOf, auditOf, order }
}

export type OperatorDoor = Awaited<ReturnType<typeof openOperatorDoor>>
