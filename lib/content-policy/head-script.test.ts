import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { expect } from 'expect'
import { HEAD_SCRIPT, HEAD_SCRIPT_HASH } from './head-script.ts'

test('the hash that policies name is the script’s', () => {
  const digest = createHash('sha256').update(HEAD_SCRIPT).digest('base64')
  expect(HEAD_SCRIPT_HASH).toBe(`'sha256-${digest}'`)
})
