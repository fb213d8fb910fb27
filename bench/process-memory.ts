import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Memory of a process and all its descendants, each measured by `measure`. */
export const familyMb = (pid: number | undefined, measure = residentMb): number =>
  familyOf(pid).reduce((sum, one) => sum + measure(one), 0)

function familyOf(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const family = pid === undefined ? [] : [pid]
  for (const parent of family) for (const [child, of] of rows) if (of === parent && child) family.push(child)
  return family
}

/** Megabytes of a process's resident set; 0 of one that has ended. */
export const residentMb = (pid: number | undefined): number => megabytes(pid, 'status', /VmRSS:\s+(\d+) kB/)

/** The same with shared pages divided among their processes (PSS), so that sums count them once. */
export const ownMb = (pid: number | undefined): number => megabytes(pid, 'smaps_rollup', /^Pss:\s+(\d+) kB/m)

function megabytes(pid: number | undefined, file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // The process may end during the measurement.
    return 0
  }
}
