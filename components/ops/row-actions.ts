import type { OperatorCall, OperatorRow } from '#contract/operators.ts'

/** A call about one row of a list, with the argument that the row has. */
export interface RowAction {
  call: OperatorCall
  subject: string
}

const ORDER_REFERENCE = /^[\dA-Z]{5}-[\dA-Z]{5}$/

/** What can be done about a row of a list: reads first. */
export function actionsOn(list: OperatorCall, row: OperatorRow): RowAction[] {
  const text = (column: string) => String(row[column] ?? '')
  const order = [text('order'), text('about'), text('what') === 'order' ? text('id') : ''].find((value) =>
    ORDER_REFERENCE.test(value),
  )
  const shown = order === undefined ? [] : [{ call: 'operatorShow' as const, subject: order }]
  return [...shown, ...changesOf(list, row, text)].filter(({ subject }) => subject !== '')
}

function changesOf(list: OperatorCall, row: OperatorRow, text: (column: string) => string): RowAction[] {
  const by = (column: string, ...calls: OperatorCall[]) =>
    calls.map((call) => ({ call, subject: text(column) }))
  switch (list) {
    case 'operatorFind':
      // While the identity provider is away, it is not known whether an account is blocked.
      if (text('what') === 'account')
        return [
          ...(row['isBlocked'] === true ? [] : by('id', 'operatorBlock')),
          ...(row['isBlocked'] === false ? [] : by('id', 'operatorUnblock')),
          ...by('id', 'operatorErase'),
        ]
      return text('what') === 'person' ? by('id', 'operatorErase') : []
    case 'operatorInbox':
      return row['state'] === 'done' ? [] : by('id', 'operatorDone')
    case 'operatorMails':
      return row['state'] === 'failed' ? by('id', 'operatorResendMail') : []
    case 'operatorQueues':
      return [
        ...(row['failed'] === 0 ? [] : by('name', 'operatorRequeue')),
        ...by('name', row['isPaused'] === true ? 'operatorResume' : 'operatorPause'),
      ]
    case 'operatorCorrections':
      return by('id', 'operatorAcceptCorrection', 'operatorRejectCorrection')
    case 'operatorDisputes':
      return by('account', 'operatorBlock')
    case 'operatorDiscounts':
      return row['withdrawn'] === null ? by('code', 'operatorDisableDiscount') : []
    default:
      return []
  }
}

/** What can be done about the order whose story is shown. */
export const ORDER_CHANGES: readonly OperatorCall[] = [
  'operatorRetry',
  'operatorRefund',
  'operatorRenewDiscount',
]
