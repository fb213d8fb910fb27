import { expect } from 'expect'
import { CallError, type CallErrorCode } from '#lib/api/call-error.ts'
import type { Client } from '#lib/api/client.ts'
import { testEach } from '#tests/support/each.ts'
import { sessionAwareClient } from './session-aware-client.ts'

function clientRefusedWith(code: CallErrorCode) {
  const told: string[] = []
  const refuse = () => Promise.reject(new CallError(code))
  const refused: Client = { call: refuse, download: refuse, upload: refuse }
  const client = sessionAwareClient(refused, {
    end: (why) => {
      told.push(why)
      return Promise.resolve()
    },
    renew: () => {
      told.push('renew')
      return Promise.reject(new Error('there is none to be had'))
    },
  })
  return { client, told }
}

testEach([
  ['user_disabled', ['user_disabled']],
  ['account_deleted', ['account_deleted']],
  ['token_invalid', ['renew']],
  ['requires_recent_login', []],
  ['network', []],
] as const)('a call refused with %s tells the session: %j', async (code, expected) => {
  const { client, told } = clientRefusedWith(code)
  await expect(client.call('getPersons', {})).rejects.toMatchObject({ code })
  expect(told).toEqual(expected)
})
