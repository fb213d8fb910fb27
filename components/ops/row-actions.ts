import type { OperatorCall, OperatorRow, ReviewKind } from '#contract/operators.ts'

/** A call about one row of a list, with the argument that the row has. */
export interface RowAction {
  call: OperatorCall
  subject: string
}

const ORDER_REFERENCE = /^[\dA-Z]{5}-[\dA-Z]{5}$/

/** Where the runbook goes on reading about an item of the inbox, beside its order. */
const INBOX_READS: Readonly<Record<string, readonly OperatorCall[]>> = {
  withdrawal: ['operatorWithdrawals'],
  dispute_lost: ['operatorFind'],
  deletion_unconfirmed: ['operatorFind'],
  mail_given_up: ['operatorMails'],
} satisfies Partial<Record<ReviewKind, readonly OperatorCall[]>>

/** What can be done about a row of a list: reads first. */
export function actionsOn(list: OperatorCall, row: OperatorRow): RowAction[] {
  const text = (column: string) => String(row[column] ?? '')
  const order = [text('order'), text('about'), text('what') === 'order' ? text('id') : ''].find((value) =>
    ORDER_REFERENCE.test(value),
  )
  // The reference that the sender of such a withdrawal typed is of no order: showing it would fail.
  const isUnmatched = list === 'operatorWithdrawals' || row['kind'] === 'withdrawal'
  // An order is also shown by its bundle.
  const shown = order ?? (text('of') === 'bundle' ? text('id') : text('bundle'))
  const shows = { call: 'operatorShow' as const, subject: isUnmatched ? '' : shown }
  return [shows, ...changesOf(list, row, text)].filter(({ subject }) => subject !== '')
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
      return [
        ...by('about', ...(INBOX_READS[text('kind')] ?? [])),
        ...(row['state'] === 'done' ? [] : by('id', 'operatorDone')),
      ]
    case 'operatorWithdrawals':
      return by('address', 'operatorFind')
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
