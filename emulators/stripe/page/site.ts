import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Card, CardEntry } from '../cards.ts'
import { isDebit, readMeans, type Debit } from '../debits.ts'
import { attempt, completeFree, type Attempt, type Payer } from '../payments.ts'
import { expireOverdue } from '../sessions.ts'
import type { State } from '../state.ts'
import { ASSETS } from './assets.ts'
import { challengePage, notePage, payPage, receiptPage, type Bill, type Typed } from './pages.ts'
import { pageLocale } from './words.ts'

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Asked {
  method: string
  path: string
  form: URLSearchParams
  acceptLanguage: string | undefined
}

const FRESH: Typed = { entry: {}, wrong: [], declined: null }

/** The pages of the browser: paying, the bank's question, the receipt. */
export function createSite(state: State) {
  /** Cards whose bank is being asked; a restart forgets them, and the customer begins again. */
  const asking = new Map<string, { sessionId: string; means: Card; payer: Payer }>()

  const billOf = (session: Stripe.Checkout.Session, acceptLanguage: string | undefined): Bill => {
    const coupon = session.discounts?.[0]?.coupon
    return {
      locale: pageLocale(session.locale, acceptLanguage),
      session,
      items: state.store.get('lines', session.id)?.items ?? [],
      discountName: typeof coupon === 'string' ? (state.store.get('coupons', coupon)?.name ?? null) : null,
    }
  }

  const after = (bill: Bill, made: Attempt, typed: Typed): PageAnswer => {
    if (made.outcome === 'declined') {
      const declined = made.code === 'card_declined' ? (made.declineCode ?? made.code) : made.code
      return page(bill.session, payPage(bill, { ...typed, declined }, new Date()), 402)
    }
    const session = state.store.get('sessions', bill.session.id) ?? bill.session
    if (made.outcome === 'paid' || made.outcome === 'processing') return redirect(successOf(session))
    return closed(billOf(session, undefined))
  }

  const pay = (bill: Bill, form: URLSearchParams): PageAnswer => {
    const entry: CardEntry = {
      number: form.get('number') ?? '',
      expiry: form.get('expiry') ?? '',
      cvc: form.get('cvc') ?? '',
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
    }
    const payer = { name: entry.name.trim(), email: entry.email.trim() }
    const { id, amount_total: total } = bill.session
    const read = readMeans(entry, new Date())
    // The security code is never shown again.
    const typed: Typed = { ...FRESH, entry: { ...entry, cvc: '' } }
    const isFree = total === 0
    const wrong = Array.isArray(read)
      ? read.filter((name) => !isFree || name === 'name' || name === 'email')
      : []
    if (!isFree && isDebitElsewhere(bill.session, read)) wrong.push('number')
    if (wrong.length > 0) return page(bill.session, payPage(bill, { ...typed, wrong }, new Date()), 422)
    if (isFree) return after(bill, completeFree(state, id, payer), typed)
    if (Array.isArray(read)) throw new Error('a card that is wrong in nothing')
    const made = attempt(state, id, { means: read, payer })
    if (made.outcome !== 'challenge' || isDebit(read)) return after(bill, made, typed)
    const token = randomUUID()
    asking.set(token, { sessionId: id, means: read, payer })
    return redirect(`/c/pay/${id}/challenge?token=${token}`)
  }

  const challenge = (bill: Bill, { method, form }: Asked): PageAnswer => {
    const token = form.get('token') ?? ''
    const asked = asking.get(token)
    if (asked?.sessionId !== bill.session.id) return redirect(`/c/pay/${bill.session.id}`)
    if (method !== 'POST') return page(bill.session, challengePage(bill, token))
    asking.delete(token)
    const { means, payer } = asked
    const made = attempt(state, bill.session.id, {
      means,
      payer,
      authenticated: form.get('answer') === 'confirm',
    })
    return after(bill, made, { ...FRESH, entry: { ...payer } })
  }

  const receipt = (chargeId: string, acceptLanguage: string | undefined): PageAnswer => {
    const charge = state.store.get('charges', chargeId)
    const session = state.store
      .all('sessions')
      .find(({ payment_intent: intent }) => intent === charge?.payment_intent)
    if (!charge?.paid || !session) return missingPage(acceptLanguage)
    return page(session, receiptPage(billOf(session, acceptLanguage), charge))
  }

  return (asked: Asked): PageAnswer => {
    const { method, path, form, acceptLanguage } = asked
    const [first, second, id = '', part] = path.split('/').slice(1)
    const asset = first === 'assets' ? ASSETS.get(second ?? '') : undefined
    if (asset) {
      return { status: 200, headers: { 'content-type': asset.type, ...HARDENED }, body: asset.content }
    }
    if (first === 'receipts') return receipt(second ?? '', acceptLanguage)
    state.store.commit(() => expireOverdue(state))
    const session = first === 'c' && second === 'pay' ? state.store.get('sessions', id) : undefined
    // An embedded session has no page of its own.
    if (session?.ui_mode !== 'hosted_page') return missingPage(acceptLanguage)
    const bill = billOf(session, acceptLanguage)
    if (session.status !== 'open') return closed(bill)
    if (part === 'challenge') return challenge(bill, asked)
    const prefilled = { ...FRESH, entry: { email: session.customer_email ?? '' } }
    return method === 'POST' ? pay(bill, form) : page(session, payPage(bill, prefilled, new Date()))
  }
}

/** An account, where the session takes cards alone. */
function isDebitElsewhere(session: Stripe.Checkout.Session, read: Card | Debit | unknown[]): boolean {
  return !Array.isArray(read) && isDebit(read) && !session.payment_method_types.includes('sepa_debit')
}

function closed({ locale, session }: Bill): PageAnswer {
  if (session.status === 'complete') {
    return page(session, notePage(locale, 'paid', { url: successOf(session), isBack: false }))
  }
  const link = session.cancel_url ? { url: session.cancel_url, isBack: true } : null
  return page(session, notePage(locale, 'expired', link), 410)
}

const missingPage = (acceptLanguage: string | undefined): PageAnswer =>
  page(null, notePage(pageLocale(null, acceptLanguage), 'missing', null), 404)

const successOf = (session: Stripe.Checkout.Session): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const HARDENED = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The form leads back to the shop, which browsers count among its targets. */
function page(session: Stripe.Checkout.Session | null, body: string, status = 200): PageAnswer {
  const origin = session?.success_url ? new URL(successOf(session)).origin : ''
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:",
    `form-action 'self' ${origin}`.trim(),
    "base-uri 'none'; frame-ancestors 'none'",
  ].join('; ')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    ...HARDENED,
  }
  return { status, headers, body }
}

function redirect(location: string): PageAnswer {
  return { status: 303, headers: { location, ...HARDENED }, body: '' }
}
