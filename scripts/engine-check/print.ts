import { tableOf } from '#scripts/ops/print.ts'
import { PROMISES, type Finding } from './findings.ts'
import type { Report } from './run.ts'

/** The report for people. */
export function linesOf({ engine, address, selfies, seconds, findings }: Report): string[] {
  const rows = findings.map(({ promise, outcome, measured, note }) => ({ promise, outcome, measured, note }))
  const countOf = (outcome: Finding['outcome']) => findings.filter((each) => each.outcome === outcome).length
  const where = address === null ? '' : ` at ${address}`
  return [
    ...tableOf({
      outcome: 'done',
      rows,
      note: `${engine}${where}, with ${selfies} selfies, in ${seconds} s`,
    }),
    '',
    ...findings
      .filter(({ outcome }) => outcome === 'broken')
      .map(({ promise }) => `Broken: ${promise}: ${PROMISES[promise]}.`),
    `${countOf('held')} held, ${countOf('broken')} broken, ${countOf('not checked')} not checked`,
  ]
}

export const isBroken = ({ findings }: Report): boolean =>
  findings.some(({ outcome }) => outcome === 'broken')
