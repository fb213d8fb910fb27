import type { ReactNode } from 'react'
import type { OperatorRow } from '#contract/operators.ts'
import { WORDS, wordsOf } from './wording.ts'

interface Props {
  /** What the rows are. */
  caption: string
  rows: readonly OperatorRow[]
  /** Buttons about one row. */
  actionsOf: (row: OperatorRow) => ReactNode
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** So many letters stand in one line: without this a narrow column would break them within a word. */
const WORD_LENGTH = 12
const isShort = (value: OperatorRow[string] | undefined) => String(value ?? '').length <= WORD_LENGTH

/**
 * Rows of an answer. A narrow window has no room for columns: each row then is a list of its own, and the roles say that it is
 * a table all the same.
 */
export function AnswerTable({ caption, rows, actionsOf }: Props) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const actions = rows.map(actionsOf)
  const hasActions = actions.some((buttons) => buttons !== null)
  return (
    <table role="table" className="block w-full text-sm xl:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only xl:not-sr-only xl:table-header-group">
        <tr role="row" className="xl:border-b xl:border-edge">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="py-2 pr-4 text-left font-semibold">
              {wordsOf(column)}
            </th>
          ))}
          {hasActions && (
            <th role="columnheader" scope="col" className="py-2 text-left font-semibold whitespace-nowrap">
              {WORDS.whatToDo}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block xl:table-row-group">
        {rows.map((row, index) => (
          // Answers have no key of their own, and a list is drawn anew as a whole.
          <tr key={index} role="row" className="block border-b border-hairline py-3 xl:table-row">
            {columns.map((column) => (
              <td
                key={column}
                role="cell"
                className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 py-1 tabular-nums xl:table-cell xl:py-3 xl:pr-4 xl:align-top"
              >
                <span aria-hidden="true" className="text-ink-soft xl:hidden">
                  {wordsOf(column)}
                </span>
                <span className={isShort(row[column]) ? 'whitespace-nowrap' : 'wrap-anywhere'}>
                  <Cell value={row[column] ?? null} />
                </span>
              </td>
            ))}
            {hasActions && (
              <td role="cell" className="block pt-2 xl:table-cell xl:py-2 xl:align-top">
                <span className="flex flex-wrap gap-2">{actions[index]}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ value }: { value: OperatorRow[string] }) {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? WORDS.yes : WORDS.no
  if (typeof value === 'string' && MOMENT.test(value))
    return <time dateTime={value}>{moments.format(new Date(value))}</time>
  return value
}
