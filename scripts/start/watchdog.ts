/**
 * Ends the parts when the process that started them dies without doing so (kill -9, out of memory).
 * It reads one JSON command a line on stdin; the end of the stream without `released` means that death.
 */
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { exportAccounts } from './auth-emulator.ts'
import { WatchdogCommand } from './watchdog-command.ts'
import { stopGroups } from './process-group.ts'

const groupIds = new Set<number>()
let released = false
let instancePath: string | undefined
let accounts: { hubUrl: string; authDir: string } | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

for await (const line of createInterface({ input: process.stdin })) {
  const command = WatchdogCommand.parse(JSON.parse(line))
  if (command.do === 'guard') instancePath = command.instancePath
  if (command.do === 'add') groupIds.add(command.groupId)
  if (command.do === 'export') accounts = command
  if (command.do === 'release') released = true
}

if (!released) {
  if (accounts) await exportAccounts(accounts).catch(() => undefined)
  await stopGroups([...groupIds])
  if (instancePath) rmSync(instancePath, { force: true })
}
