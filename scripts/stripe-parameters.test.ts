import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

test("the emulator's table of parameters is what the SDK's types say", async () => {
  // A process of its own: inside Jest the compiler takes three times as long.
  const check = promisify(execFile)(process.execPath, ['scripts/stripe-parameters.ts', '--check'])
  expect((await check).stderr).not.toContain('stripe:parameters')
}, 60_000)
