import type Stripe from 'stripe'
import type { CardEntry, CardField } from '../cards.ts'
import { shownAmount } from '../currencies.ts'
import { escapeHtml, layout } from './html.ts'
import { WORDS, type PageLocale, type Words } from './words.ts'

/** The numbers the page offers, and what each does. */
const OFFERED = [
  ['4242424242424242', 'paid'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient'],
  ['4000002500003155', 'challenge'],
  ['4000000000000259', 'disputed'],
  ['DE08370400440532013003', 'debit'],
  ['DE62370400440532013001', 'debitFails'],
] as const satisfies readonly (readonly [string, keyof Words['outcomes']])[]

const FIELDS: readonly { name: CardField; autocomplete: string; mode: string; isHalf: boolean }[] = [
  { name: 'email', autocomplete: 'email', mode: 'email', isHalf: false },
  { name: 'number', autocomplete: 'off', mode: 'text', isHalf: false },
  { name: 'expiry', autocomplete: 'off', mode: 'numeric', isHalf: true },
  { name: 'cvc', autocomplete: 'off', mode: 'numeric', isHalf: true },
  { name: 'name', autocomplete: 'name', mode: 'text', isHalf: false },
]

export interface Bill {
  locale: PageLocale
  session: Stripe.Checkout.Session
  items: readonly Stripe.LineItem[]
  discountName: string | null
}

/** The typed values and the invalid fields. */
export interface Typed {
  entry: Partial<CardEntry>
  wrong: readonly CardField[]
  /** Stripe's code of a decline. */
  declined: string | null
}

function money({ locale, session }: Bill): (amountMinor: number) => string {
  return (amountMinor) => shownAmount(amountMinor, session.currency ?? 'eur', locale)
}

function summary(bill: Bill): string {
  const words = WORDS[bill.locale]
  const shown = money(bill)
  const { session, items, discountName } = bill
  const off = session.total_details?.amount_discount ?? 0
  const [only] = items
  const title = items.length === 1 ? (only?.description ?? '') : words.order
  const lines = items.map(({ description, quantity, amount_subtotal: amount }) => {
    const times = quantity === 1 ? '' : ` × ${quantity ?? 1}`
    return `<li><span>${escapeHtml(description ?? '')}${times}</span><span>${shown(amount)}</span></li>`
  })
  const discount = `<li><span>${escapeHtml(discountName ?? words.discount)}</span><span>${shown(-off)}</span></li>`
  const back =
    session.status === 'open' && session.cancel_url
      ? `<a class="back" href="${escapeHtml(session.cancel_url)}">← ${words.back}</a>`
      : ''
  return `<section aria-labelledby="what">${back}
<h1 id="what">${escapeHtml(title)}</h1>
<p class="total">${shown(session.amount_total ?? 0)}</p>
<ul class="bill" aria-label="${words.order}">${lines.join('')}${off > 0 ? discount : ''}
<li class="sum"><span>${words.total} <span class="quiet">${words.taxIncluded}</span></span><span>${shown(session.amount_total ?? 0)}</span></li></ul>
</section>`
}

function inputs(words: Words, { entry, wrong }: Typed, fields = FIELDS): string {
  // In the page's order, not the order of validation.
  const firstWrong = fields.find(({ name }) => wrong.includes(name))?.name
  return fields
    .map(({ name, autocomplete, mode, isHalf }) => {
      const isWrong = wrong.includes(name)
      const hint = name === 'expiry' ? ` placeholder="${words.expiryHint}"` : ''
      const invalid = isWrong ? ` aria-invalid="true" aria-describedby="${name}-wrong"` : ''
      const focus = firstWrong === name ? ' autofocus' : ''
      return `<div${isHalf ? ' class="half"' : ''}><label for="${name}">${words.fields[name]}</label>
<input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="${mode}" value="${escapeHtml(entry[name] ?? '')}"${hint}${invalid}${focus}>
${isWrong ? `<p class="wrong" id="${name}-wrong">${words.wrong[name]}</p>` : ''}</div>`
    })
    .join('\n')
}

/** Where the customer pays. */
export function payPage(bill: Bill, typed: Typed, now: Date): string {
  const words = WORDS[bill.locale]
  const isFree = bill.session.amount_total === 0
  const expiry = `12 / ${String((now.getUTCFullYear() + 2) % 100)}`
  const refusal =
    typed.declined === null ? '' : (words.declines[typed.declined] ?? words.declines.card_declined ?? '')
  const alert = refusal === '' ? '' : `<p class="alert" role="alert">${refusal}</p>`
  const fields = isFree ? FIELDS.filter(({ name }) => name === 'email' || name === 'name') : FIELDS
  const takesDebits = bill.session.payment_method_types.includes('sepa_debit')
  const numbers = OFFERED.filter(([number]) => takesDebits || /^\d/.test(number)).map(
    ([number, outcome]) =>
      `<li><button type="button" data-number="${number}" data-expiry="${expiry}"><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code><span>${words.outcomes[outcome]}</span></button></li>`,
  )
  const main = `${summary(bill)}
<section aria-label="${words.title}"><form method="post" novalidate>
${alert}
<fieldset><legend>${isFree ? words.title : words.card}</legend>${inputs(words, typed, fields)}</fieldset>
<button class="primary" type="submit">${isFree ? words.complete : `${words.pay} ${money(bill)(bill.session.amount_total ?? 0)}`}</button>
</form>
${isFree ? '' : `<div class="numbers"><h2>${words.tryThese}</h2><p class="quiet">${words.tryHint}</p><ul class="numbers-list">${numbers.join('')}</ul></div>`}
</section>`
  return layout({ lang: bill.locale, title: words.title, banner: words.banner, main, hasScript: true })
}

/** The bank's question. */
export function challengePage(bill: Bill, token: string): string {
  const words = WORDS[bill.locale]
  const { title, text, confirm, refuse } = words.challenge
  const main = `${summary(bill)}
<section aria-labelledby="ask"><h2 id="ask">${title}</h2><p>${text}</p>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="primary" type="submit" name="answer" value="confirm">${confirm}</button>
<button class="plain" type="submit" name="answer" value="refuse">${refuse}</button></form></section>`
  return layout({ lang: bill.locale, title, banner: words.banner, main })
}

/** A page with one message, and a link where there is one. */
export function notePage(
  locale: PageLocale,
  note: 'paid' | 'expired' | 'missing',
  link: { url: string; isBack: boolean } | null,
): string {
  const words = WORDS[locale]
  const { title, text } = words[note]
  const label = link?.isBack ? `← ${words.back}` : words.paid.on
  const main = `<section><h1>${title}</h1><p>${text}</p>${link ? `<p><a class="back" href="${escapeHtml(link.url)}">${label}</a></p>` : ''}</section>`
  return layout({ lang: locale, title, banner: words.banner, main })
}

export function receiptPage(bill: Bill, charge: Stripe.Charge): string {
  const words = WORDS[bill.locale]
  const date = new Intl.DateTimeFormat(bill.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    charge.created * 1000,
  )
  const back =
    charge.amount_refunded > 0
      ? `<div class="bill"><div><span>${words.receipt.refunded}</span><span>${money(bill)(charge.amount_refunded)}</span></div></div>`
      : ''
  const main = `${summary(bill)}<section><h2>${words.receipt.title}</h2><p>${date}</p><p class="quiet">${escapeHtml(charge.id)}</p>${back}</section>`
  return layout({ lang: bill.locale, title: words.receipt.title, banner: words.banner, main })
}
