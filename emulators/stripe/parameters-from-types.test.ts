import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'node:test'
import { expect } from 'expect'

test("the emulator's table of parameters is what the SDK's types say", async () => {
  const check = promisify(execFile)(process.execPath, [
    'emulators/stripe/parameters-from-types.ts',
    '--check',
  ])
  expect((await check).stderr).not.toContain('stripe:parameters')
})
