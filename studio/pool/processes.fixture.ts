import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(10)
}

/** What init has not reaped yet is dead all the same. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Reads the process id from the file once another process has written it. */
export async function pidIn(file: string): Promise<number> {
  await until(() => existsSync(file) && readFileSync(file).length > 0)
  return Number(readFileSync(file, 'utf8'))
}
