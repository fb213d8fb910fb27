import { type MailTemplate } from '#contract/mails.ts'
import { ReviewKind } from '#contract/operators.ts'
import type { MailData } from '#backend/features/mail/mail-service.ts'

const person = { personId: '4b7c7c1e-0b1d-4f0e-9d57-7a4b0a4f2b10', personName: 'Käthe Möller-Grünwald' }
const order = { reference: 'K7Q2-94MD', amountMinor: 900, currency: 'EUR' } as const
const bundleId = '1d4f7a52-93f5-4a3c-8f7e-2f0c6a1b9e77'
const bundle = { bundleId, styleId: 'office-daylight' } as const
const short = { promisedCount: 10, missingCount: 2, currency: 'EUR' } as const
const at = '2026-03-14T09:26:00.000Z'
const later = '2026-03-28T09:26:00.000Z'
const until = { refundableUntil: later, repairableUntil: later }
const attached = { paymentId: bundleId, guaranteedUntil: later }

/** What each kind of mail is looked at with. */
export const MAIL_EXAMPLES: { readonly [T in MailTemplate]: readonly MailData<T>[] } = {
  'headshots-ready': [
    { ...person, ...bundle, ...until, count: 12, shortfall: null },
    { ...person, ...bundle, ...until, count: 8, shortfall: { ...short, amountMinor: 180, creditAmount: 0 } },
    { ...person, ...bundle, count: 8, shortfall: { ...short, amountMinor: 0, creditAmount: 2 } },
  ],
  'training-failed-refunded': [
    { ...person, cause: 'selfies', givenBack: { kind: 'money', amountMinor: 900, currency: 'EUR' } },
    {
      ...person,
      styleIds: ['library', 'swiss-alps'],
      isPart: true,
      cause: 'technical',
      givenBack: { kind: 'money', amountMinor: 698, currency: 'EUR' },
    },
    { ...person, cause: 'technical', givenBack: { kind: 'credits', count: 10 } },
    { ...person, cause: 'technical', givenBack: { kind: 'nothing' } },
  ],
  receipt: [
    {
      ...order,
      paidAt: at,
      bought: { kind: 'first', styleId: 'studio-grey', personName: person.personName, headshotCount: 10 },
      regularAmountMinor: 900,
      creditCount: 0,
      ...attached,
    },
    {
      ...order,
      amountMinor: 999,
      regularAmountMinor: 999,
      paidAt: at,
      creditCount: 0,
      ...attached,
      bought: {
        kind: 'first',
        styleId: 'library',
        alsoStyleIds: ['studio-grey'],
        personName: person.personName,
        headshotCount: 20,
      },
    },
    {
      ...order,
      amountMinor: 149,
      regularAmountMinor: 299,
      paidAt: at,
      bought: { kind: 'further', styleId: 'library', personName: person.personName, headshotCount: 12 },
      creditCount: 0,
    },
    {
      ...order,
      amountMinor: 0,
      regularAmountMinor: 199,
      paidAt: at,
      bought: { kind: 'further', styleId: 'library', personName: person.personName, headshotCount: 12 },
      creditCount: 1,
    },
    {
      ...order,
      amountMinor: 22_500,
      regularAmountMinor: 22_500,
      paidAt: at,
      bought: { kind: 'seats', count: 25 },
      creditCount: 0,
    },
  ],
  'payment-refunded': [
    { ...order, creditCount: 0, reason: 'guarantee' },
    { ...order, amountMinor: 180, creditCount: 0, reason: 'incomplete' },
    { ...order, amountMinor: 250, creditCount: 0, reason: 'part' },
    { ...order, amountMinor: 0, creditCount: 1, reason: 'unfulfilled' },
    {
      ...order,
      amountMinor: 99,
      creditCount: 0,
      reason: 'withdrawal',
      styleIds: ['studio-grey'],
      isPart: true,
    },
    { ...order, amountMinor: 99, creditCount: 0, reason: 'other', styleIds: ['studio-grey'], isPart: true },
  ],
  'payment-failed': [{ ...order, personId: person.personId }],
  'share-vote-summary': [{ ...person, voterCount: 3, voteCount: 48, ratingCount: 17 }],
  'retention-warning': [{ ...person, deletesAt: later }],
  'deletion-receipt': [
    {
      scope: 'account',
      requestedAt: at,
      finishedAt: later,
      counts: { persons: 2, selfies: 19, headshots: 36, models: 2, shares: 1, files: 114 },
      keptPaymentCount: 3,
    },
    {
      scope: 'person',
      requestedAt: at,
      finishedAt: at,
      counts: { persons: 1, selfies: 8, headshots: 12, models: 1, shares: 0, files: 41 },
      keptPaymentCount: 0,
    },
  ],
  'export-ready': [{ validUntil: later }],
  'withdrawal-confirmation': [
    { reference: order.reference, path: '/legal/withdrawal?token=Zk3v9QmT', validUntil: later },
  ],
  'withdrawal-receipt': [
    {
      reference: order.reference,
      name: person.personName,
      receivedAt: at,
      refund: { amountMinor: 900, currency: 'EUR' },
      bought: { amountMinor: 900, currency: 'EUR', styleId: 'studio-grey', paidAt: at },
      isInReview: false,
    },
    {
      reference: order.reference,
      name: '',
      receivedAt: at,
      refund: null,
      bought: null,
      isInReview: true,
    },
  ],
  'operator-review': ReviewKind.options.map((kind) => ({
    kind,
    itemId: person.personId,
    reference: order.reference,
    since: at,
  })),
  'b2b-code': [{ reference: order.reference, code: 'TEAM-8FQ2-KX7P', count: 25 }],
  'directory-confirmation': [
    {
      request: 'correct',
      listingName: 'Fotostudio Grünwald & Söhne',
      path: '/headshots-near-me/confirm?token=Zk3v9QmT',
      validUntil: later,
    },
    {
      request: 'remove',
      listingName: 'Fotostudio Grünwald & Söhne',
      path: '/headshots-near-me/confirm?token=Zk3v9QmT',
      validUntil: later,
    },
  ],
}
