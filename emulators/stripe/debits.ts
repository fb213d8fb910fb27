import { readCard, wrongPayer, type Card, type CardEntry, type CardField } from './cards.ts'

/** A bank account that is debited: whether it goes through is known later. */
export interface Debit {
  iban: string
}

/** The result of a debit, and its delay. */
export interface DebitOutcome {
  end: 'paid' | 'failed'
  afterSeconds: number
  isDisputed?: boolean
}

const SOON_SECONDS = 2
const LATE_SECONDS = 180

/** The accounts Stripe publishes for tests of SEPA debits (docs.stripe.com/payments/sepa-debit), by their last digits. */
const TEST_ACCOUNTS: ReadonlyMap<string, DebitOutcome & Debit> = new Map(
  (
    [
      { iban: 'DE89370400440532013000', end: 'paid', afterSeconds: SOON_SECONDS },
      { iban: 'DE08370400440532013003', end: 'paid', afterSeconds: LATE_SECONDS },
      { iban: 'DE62370400440532013001', end: 'failed', afterSeconds: SOON_SECONDS },
      { iban: 'DE78370400440532013004', end: 'failed', afterSeconds: LATE_SECONDS },
      { iban: 'DE35370400440532013002', end: 'paid', afterSeconds: SOON_SECONDS, isDisputed: true },
    ] satisfies (DebitOutcome & Debit)[]
  ).map((account) => [account.iban.slice(-4), account]),
)

/** The outcome of a debit by the last digits of its account, all that a charge keeps of it. */
export function debitOutcomeOf(last4: string): DebitOutcome | undefined {
  return TEST_ACCOUNTS.get(last4)
}

export const isDebit = (means: Card | Debit): means is Debit => 'iban' in means

/** Parses the form as a bank account if the number begins like an IBAN, else as a card; on failure returns the wrong fields. */
export function readMeans(entry: CardEntry, now: Date): Card | Debit | CardField[] {
  const iban = entry.number.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}/.test(iban)) return readCard(entry, now)
  const isKnown = TEST_ACCOUNTS.get(iban.slice(-4))?.iban === iban
  const wrong: CardField[] = [...(isKnown ? [] : ['number' as const]), ...wrongPayer(entry)]
  return wrong.length > 0 ? wrong : { iban }
}
