import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long parts may take to finish their work before they are killed. */
export const STOP_TIMEOUT_MS = 10_000

interface ProcStat {
  state: string
  groupId: number
  startTicks: string
}

/** The fields of `/proc/<pid>/stat` (proc(5)) after the command name, which may itself hold spaces. */
function readStat(pid: string): ProcStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', groupId: Number(fields[2]), startTicks: fields[19] ?? '' }
  } catch {
    return null
  }
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Names one process for good: a bare pid is given out again. Without `/proc` the pid has to do. */
export function processStamp(pid: number): string {
  return `${pid}:${readStat(String(pid))?.startTicks ?? ''}`
}

export function isStampAlive(stamp: string): boolean {
  const [pid = ''] = stamp.split(':')
  if (!canSignal(Number(pid))) return false
  return processStamp(Number(pid)) === stamp && readStat(pid)?.state !== 'Z'
}

/** True while any process of the group runs. Zombies do not count. */
export function isGroupAlive(groupId: number): boolean {
  if (!canSignal(-groupId)) return false
  if (!existsSync('/proc/self/stat')) return true
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .some((pid) => {
      const stat = readStat(pid)
      return stat !== null && stat.groupId === groupId && stat.state !== 'Z'
    })
}

function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal)
  } catch {
    // Gone already.
  }
}

/** Asks process groups to end, and kills the remaining ones after `timeoutMs`. */
export async function stopGroups(groupIds: readonly number[], timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (const groupId of groupIds) signalGroup(groupId, 'SIGTERM')
  let left = groupIds.filter(isGroupAlive)
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(50)
    left = left.filter(isGroupAlive)
  }
  for (const groupId of left) signalGroup(groupId, 'SIGKILL')
}
