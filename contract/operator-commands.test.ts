import { test } from 'node:test'
import { expect } from 'expect'
import { OPERATOR_COMMANDS } from './operator-commands.ts'

const command = (name: string) => OPERATOR_COMMANDS.find((each) => each.name === name)

test('a command has the argument and the options of its call, without who changes and why', () => {
  expect(command('refund')).toMatchObject({
    call: 'operatorRefund',
    argument: 'order',
    options: [{ name: 'amount', kind: 'text', values: [] }],
    isChange: true,
  })
  expect(command('inbox')).toMatchObject({
    argument: undefined,
    options: [{ name: 'all', kind: 'flag' }],
    isChange: false,
  })
})

test('what can be chosen, and which fields can be set, comes with the option', () => {
  const [state] = command('corrections')?.options ?? []
  expect(state).toMatchObject({ kind: 'choice', values: expect.arrayContaining(['open', 'accepted']) })
  const [set] = command('accept-correction')?.options ?? []
  expect(set).toMatchObject({ kind: 'fields', values: expect.arrayContaining(['name', 'phone']) })
})
