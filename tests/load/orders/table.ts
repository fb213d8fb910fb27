import type { Finding } from './audit.ts'

/** The findings as a table for a terminal, and how many differences there are. */
export function tableOf(findings: readonly Finding[]): { text: string; differenceCount: number } {
  const lines: string[] = []
  let differenceCount = 0
  for (const { what, rows, differences } of findings) {
    lines.push('', what)
    for (const [name, is, hasToBe] of rows) {
      const isRight = is === hasToBe
      if (!isRight) differenceCount += 1
      lines.push(
        `  ${name.padEnd(48)}${String(is).padStart(12)}${isRight ? '' : `   has to be ${hasToBe}   DIFFERENT`}`,
      )
    }
    for (const difference of differences) lines.push(`  DIFFERENT: ${difference}`)
    differenceCount += differences.length
  }
  return { text: lines.join('\n'), differenceCount }
}
