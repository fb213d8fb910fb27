import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { test } from 'node:test'
import { expect } from 'expect'

/** A device that takes nothing, as a full disk. */
const FULL = '/dev/full'
const SCRIPT = `
import { createLog } from '#backend/http/log.ts'
const log = createLog('info')
for (let line = 0; line < 100; line++) log.info({ line }, 'said')
setTimeout(() => log.info('said at the end'), 50)
`

test('a log whose disk is full loses its lines and ends no process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', openSync(FULL, 'w'), 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
