import type { OperatorAnswer, OperatorRow } from '#contract/operators.ts'

type Done = Extract<OperatorAnswer, { outcome: 'done' }>

/** One cell in one line: what people wrote may have several. */
const textOf = (value: OperatorRow[string] | undefined): string =>
  String(value ?? '-').replace(/\s*[\r\n\t]+\s*/g, ' ')

/** Lines of a table for people, columns as wide as their content. */
export function tableOf({ rows, note }: Done): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  const table =
    rows.length === 0
      ? []
      : lines.map((line) =>
          line
            .map((cell, index) => cell.padEnd(widths[index] ?? 0))
            .join('  ')
            .trimEnd(),
        )
  return [...(note === null ? [] : [note]), ...(note === null || table.length === 0 ? [] : ['']), ...table]
}
