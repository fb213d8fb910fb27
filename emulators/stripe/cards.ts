/** The outcome of a payment with a card. */
export type CardOutcome =
  | { kind: 'paid'; refunds?: 'pending' | 'fail'; isDisputed?: boolean }
  /** The bank asks the customer first. */
  | { kind: 'challenge' }
  | { kind: 'declined'; code: string; declineCode?: string }

const PAID: CardOutcome = { kind: 'paid' }
const declined = (declineCode: string): CardOutcome => ({
  kind: 'declined',
  code: 'card_declined',
  declineCode,
})

/** The numbers Stripe publishes for tests (docs.stripe.com/testing), and what each does. */
const TEST_CARDS: ReadonlyMap<string, CardOutcome> = new Map<string, CardOutcome>([
  ['4242424242424242', PAID],
  ['4000056655665556', PAID],
  ['5555555555554444', PAID],
  ['378282246310005', PAID],
  ['4000002500003155', { kind: 'challenge' }],
  ['4000000000003220', { kind: 'challenge' }],
  ['4000000000000259', { kind: 'paid', isDisputed: true }],
  ['4000000000007726', { kind: 'paid', refunds: 'pending' }],
  ['4000000000005126', { kind: 'paid', refunds: 'fail' }],
  ['4000000000000002', declined('generic_decline')],
  ['4000000000009995', declined('insufficient_funds')],
  ['4000000000009987', declined('lost_card')],
  ['4000000000009979', declined('stolen_card')],
  ['4000000000000069', { kind: 'declined', code: 'expired_card' }],
  ['4000000000000127', { kind: 'declined', code: 'incorrect_cvc' }],
  ['4000000000000119', { kind: 'declined', code: 'processing_error' }],
])

/** What Stripe says to a card that is none of its test cards. */
const LIVE_CARD = declined('test_mode_live_card')

export function outcomeOf(cardNumber: string): CardOutcome {
  return TEST_CARDS.get(cardNumber) ?? LIVE_CARD
}

export type CardField = 'number' | 'expiry' | 'cvc' | 'name' | 'email'

export interface CardEntry {
  number: string
  /** As printed on the card: month and year. */
  expiry: string
  cvc: string
  name: string
  email: string
}

export interface Card {
  number: string
  brand: 'visa' | 'mastercard' | 'amex' | 'unknown'
  expMonth: number
  expYear: number
}

/** Reads the typed card: the card, or its invalid fields. */
export function readCard(entry: CardEntry, now: Date): Card | CardField[] {
  const number = entry.number.replaceAll(/[\s-]/g, '')
  const brand = brandOf(number)
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(entry.expiry) ?? []
  const [expMonth, expYear] = [Number(month), 2000 + Number(year)]
  const isMonth = month !== '' && expMonth >= 1 && expMonth <= 12
  // A card is good until the end of its month.
  const isPast = new Date(Date.UTC(expYear, expMonth)) <= now
  const wrong = [
    !/^\d{12,19}$/.test(number) || !passesLuhn(number) ? ('number' as const) : [],
    !isMonth || isPast ? ('expiry' as const) : [],
    !(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(entry.cvc.trim()) ? ('cvc' as const) : [],
    wrongPayer(entry),
  ].flat()
  return wrong.length > 0 ? wrong : { number, brand, expMonth, expYear }
}

/** Problems of the form's fields that do not depend on the payment method. */
export function wrongPayer({ name, email }: CardEntry): CardField[] {
  return [
    name.trim() === '' ? ('name' as const) : [],
    !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? ('email' as const) : [],
  ].flat()
}

function brandOf(number: string): Card['brand'] {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const value = Number(number.at(-1 - index)) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
