import { z } from 'zod'
import { Currency } from '#contract/money.ts'
import { ReviewKind } from '#contract/operators.ts'
import { StyleId } from '#contract/styles.ts'
import { defineTemplate, PagePath, Typed } from '#backend/features/mail/mail-template.ts'
import type { Words } from '#backend/features/mail/mail-words.ts'

/** The order's reference for the customer. */
const reference = Typed.min(1)
const amount = { amountMinor: z.int().nonnegative(), currency: Currency }

/** Data of an order of several styles. */
export const partOfOrder = {
  /** The styles that the mail is about; empty where the order has one style. */
  styleIds: z.array(StyleId).default([]),
  /** Whether other styles of the order are kept. */
  isPart: z.boolean().default(false),
}

/** `first` includes the training. */
const Bought = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['first', 'further']),
    styleId: StyleId,
    personName: Typed,
    /** The headshots of all styles together. */
    headshotCount: z.int().positive(),
    /** The further styles of the order. */
    alsoStyleIds: z.array(StyleId).default([]),
  }),
  z.object({ kind: z.literal('seats'), count: z.int().positive() }),
])

/** The styles of an order, or of a part of it. */
export function stylesFact(styleIds: readonly StyleId[], { say, list }: Words): readonly [string, string] {
  const names = styleIds.map((styleId) => say(`styles.${styleId}.name`))
  return [say('mails.common.labels.style', { count: names.length }), list(names)]
}

function headingOf(isCredits: boolean, isPart: boolean, reason: string) {
  if (isCredits) return 'headingCredits'
  // All that was paid for goes back; what stays, a code paid for.
  if (reason === 'withdrawal') return 'heading'
  return isPart || ['incomplete', 'training_paid', 'part'].includes(reason) ? 'headingShare' : 'heading'
}

/** Mails about payments and purchases. */
export const orderTemplates = {
  receipt: defineTemplate(
    z.object({
      ...amount,
      reference,
      paidAt: z.iso.datetime(),
      bought: Bought,
      /** Before any discount, in the currency of `amountMinor`. */
      regularAmountMinor: z.int().nonnegative(),
      /** Paid with instead of money; 0 where none were. */
      creditCount: z.int().nonnegative(),
      /** The payment whose receipt is attached, and the end of its guarantee; none of them for seats. */
      paymentId: z.uuid().optional(),
      guaranteedUntil: z.iso.datetime().optional(),
    }),
    (data, words) => {
      const {
        reference: order,
        paidAt,
        bought,
        amountMinor,
        regularAmountMinor,
        currency,
        creditCount,
      } = data
      const { paymentId, guaranteedUntil } = data
      const { say, money, day, credits, number } = words
      const label = (
        name: 'order' | 'date' | 'headshots' | 'regularPrice' | 'discount' | 'total' | 'credits',
      ) => say(`mails.common.labels.${name}`)
      const styleCount = bought.kind === 'seats' ? 0 : 1 + bought.alsoStyleIds.length
      const isReduced = creditCount === 0 && regularAmountMinor > amountMinor
      const paid = creditCount > 0 ? credits(creditCount) : money(amountMinor, currency)
      return {
        subject: say('mails.receipt.subject', { reference: order }),
        preheader: say('mails.receipt.preheader', { amount: paid, date: day(paidAt) }),
        heading: say('mails.receipt.heading'),
        paragraphs: [
          bought.kind === 'seats'
            ? say('mails.receipt.seats', { count: bought.count })
            : say(`mails.receipt.${bought.kind}`, { person: bought.personName }),
        ],
        facts: [
          [label('order'), order],
          [label('date'), day(paidAt)],
          ...(bought.kind === 'seats'
            ? []
            : ([
                stylesFact([bought.styleId, ...bought.alsoStyleIds], words),
                [label('headshots'), number(bought.headshotCount)],
              ] as const)),
          ...(isReduced
            ? ([
                [label('regularPrice'), money(regularAmountMinor, currency)],
                [label('discount'), money(amountMinor - regularAmountMinor, currency)],
              ] as const)
            : []),
          [label(creditCount > 0 ? 'credits' : 'total'), paid],
        ],
        action: { label: say('mails.receipt.action'), url: words.page('/account') },
        notes: [
          ...(paymentId === undefined ? [] : [say('mails.receipt.attached')]),
          ...(creditCount > 0 ? [] : [say('mails.receipt.tax')]),
          ...(guaranteedUntil === undefined
            ? []
            : [say('mails.receipt.guarantee', { date: day(guaranteedUntil), count: styleCount })]),
        ],
        ...(paymentId !== undefined && { attached: { kind: 'receipt' as const, paymentId } }),
      }
    },
  ),
  'payment-refunded': defineTemplate(
    z.object({
      ...amount,
      reference,
      creditCount: z.int().nonnegative(),
      reason: z.enum([
        ...['guarantee', 'withdrawal', 'unfulfilled', 'incomplete', 'training_paid'],
        /** A part of the price is refunded, and the purchase kept. */
        'part',
        'other',
      ] as const),
      ...partOfOrder,
    }),
    ({ reference: order, amountMinor, currency, creditCount, reason, styleIds, isPart }, words) => {
      const { say, money, credits } = words
      const isCredits = creditCount > 0
      const back = isCredits ? credits(creditCount) : money(amountMinor, currency)
      return {
        subject: say('mails.payment-refunded.subject', { reference: order }),
        preheader: isCredits
          ? say('mails.payment-refunded.preheaderCredits', { credits: back })
          : say('mails.payment-refunded.preheader', { amount: back }),
        heading: say(`mails.payment-refunded.${headingOf(isCredits, isPart, reason)}`),
        paragraphs: [
          say(`mails.payment-refunded.${reason}`, { part: String(isPart) }),
          say(`mails.payment-refunded.${isCredits ? 'credits' : 'money'}`),
        ],
        facts: [
          [say('mails.common.labels.order'), order],
          ...(styleIds.length === 0 ? [] : [stylesFact(styleIds, words)]),
          [say('mails.common.labels.refunded'), back],
        ],
      }
    },
  ),
  'payment-failed': defineTemplate(
    z.object({ ...amount, reference, personId: z.uuid().nullable() }),
    ({ reference: order, amountMinor, currency, personId }, { say, money, page }) => {
      const asked = money(amountMinor, currency)
      return {
        subject: say('mails.payment-failed.subject', { reference: order }),
        preheader: say('mails.payment-failed.preheader', { amount: asked }),
        heading: say('mails.payment-failed.heading'),
        paragraphs: [say('mails.payment-failed.body'), say('mails.payment-failed.again')],
        facts: [
          [say('mails.common.labels.order'), order],
          [say('mails.common.labels.total'), asked],
        ],
        action: {
          label: say('mails.payment-failed.action'),
          url: page(personId === null ? '/persons' : `/persons/${personId}`),
        },
      }
    },
  ),
  'withdrawal-confirmation': defineTemplate(
    z.object({ reference, path: PagePath, validUntil: z.iso.datetime() }),
    ({ reference: order, path, validUntil }, { say, page, moment }) => ({
      subject: say('mails.withdrawal-confirmation.subject'),
      preheader: say('mails.withdrawal-confirmation.preheader'),
      heading: say('mails.withdrawal-confirmation.heading'),
      paragraphs: [say('mails.withdrawal-confirmation.body', { order })],
      action: { label: say('mails.withdrawal-confirmation.action'), url: page(path) },
      notes: [say('mails.withdrawal-confirmation.validity', { date: moment(validUntil) })],
    }),
  ),
  /** States the declaration and its time, as the law requires of a receipt on a durable medium. */
  'withdrawal-receipt': defineTemplate(
    z.object({
      reference,
      /** The consumer's name, as given; empty where it was not asked for. */
      name: Typed,
      receivedAt: z.iso.datetime(),
      /** Null where nothing goes back at once. */
      refund: z.object(amount).nullable(),
      /** Null where the order is not known to be the sender's. */
      bought: z
        .object({
          ...amount,
          styleId: StyleId,
          alsoStyleIds: z.array(StyleId).default([]),
          paidAt: z.iso.datetime(),
        })
        .nullable(),
      /** Whether a person has to look into it. */
      isInReview: z.boolean(),
    }),
    ({ reference: order, name, receivedAt, refund, bought, isInReview }, words) => {
      const { say, money, day, moment } = words
      return {
        subject: say('mails.withdrawal-receipt.subject', { order }),
        preheader: say('mails.withdrawal-receipt.preheader', { date: moment(receivedAt) }),
        heading: say('mails.withdrawal-receipt.heading'),
        paragraphs: [
          say('mails.withdrawal-receipt.body'),
          ...(refund === null
            ? []
            : [
                say('mails.withdrawal-receipt.refund', {
                  amount: money(refund.amountMinor, refund.currency),
                }),
              ]),
          ...(isInReview ? [say('mails.withdrawal-receipt.review')] : []),
        ],
        facts: [
          [say('mails.common.labels.order'), order],
          ...(bought === null
            ? []
            : ([
                stylesFact([bought.styleId, ...bought.alsoStyleIds], words),
                [say('mails.common.labels.total'), money(bought.amountMinor, bought.currency)],
                [say('mails.common.labels.placedAt'), day(bought.paidAt)],
              ] as const)),
          ...(name === '' ? [] : [[say('mails.common.labels.name'), name] as const]),
          [say('mails.common.labels.receivedAt'), moment(receivedAt)],
        ],
      }
    },
  ),
  /** To the operator. */
  'operator-review': defineTemplate(
    z.object({ kind: ReviewKind, itemId: z.uuid(), reference, since: z.iso.datetime() }),
    ({ kind, itemId: id, reference: about, since }, { say, moment }) => ({
      subject: say('mails.operator-review.subject', { reference: about }),
      preheader: say('mails.operator-review.preheader'),
      heading: say(`mails.operator-review.titles.${kind}`),
      paragraphs: [say(`mails.operator-review.bodies.${kind}`), say('mails.operator-review.next', { id })],
      facts: [
        [say('mails.common.labels.order'), about],
        [say('mails.operator-review.since'), moment(since)],
      ],
    }),
  ),
  'b2b-code': defineTemplate(
    z.object({ reference, code: z.string().regex(/^[\w-]{4,64}$/), count: z.int().positive() }),
    ({ reference: order, code, count }, { say, page, number }) => ({
      subject: say('mails.b2b-code.subject', { count }),
      preheader: say('mails.b2b-code.preheader'),
      heading: say('mails.b2b-code.heading'),
      paragraphs: [say('mails.b2b-code.body'), say('mails.b2b-code.preheader')],
      code,
      facts: [
        [say('mails.common.labels.order'), order],
        [say('mails.common.labels.uses'), number(count)],
      ],
      action: { label: say('mails.b2b-code.action'), url: page('') },
      notes: [say('mails.b2b-code.note')],
    }),
  ),
}
