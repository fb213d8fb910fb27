import { z } from 'zod'
import { Shortfall } from '#contract/bundles.ts'
import { Currency } from '#contract/money.ts'
import { StyleId } from '#contract/styles.ts'
import { defineTemplate, Typed } from '#backend/features/mail/mail-template.ts'
import type { Words } from '#backend/features/mail/mail-words.ts'
import { partOfOrder, stylesFact } from './orders.ts'

const person = { personId: z.uuid(), personName: Typed }
const pageOf = (personId: string) => `/persons/${personId}`

/** The refund; empty where nothing was charged. */
const GivenBack = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('money'), amountMinor: z.int().positive(), currency: Currency }),
  z.object({ kind: z.literal('credits'), count: z.int().positive() }),
  z.object({ kind: z.literal('nothing') }),
])

function sayGivenBack(givenBack: z.output<typeof GivenBack>, { say, money, credits }: Words) {
  switch (givenBack.kind) {
    case 'money': {
      const amount = money(givenBack.amountMinor, givenBack.currency)
      return {
        preheader: say('mails.training-failed-refunded.preheaderMoney', { amount }),
        sentence: say('mails.training-failed-refunded.money', { amount }),
      }
    }
    case 'credits': {
      const written = credits(givenBack.count)
      return {
        preheader: say('mails.training-failed-refunded.preheaderCredits', { credits: written }),
        sentence: say('mails.training-failed-refunded.credits', { credits: written }),
      }
    }
    case 'nothing':
      return {
        preheader: say('mails.training-failed-refunded.preheaderNothing'),
        sentence: say('mails.training-failed-refunded.nothing'),
      }
  }
}

/** The missing headshots, and their refund; a free bundle has none. */
function sayShortfall(
  { promisedCount: promised, missingCount: missing, amountMinor, creditAmount, currency }: Shortfall,
  repairableUntil: string | undefined,
  { say, money, credits, day }: Words,
): string[] {
  const back =
    creditAmount > 0
      ? say('mails.headshots-ready.shortCredits', { credits: credits(creditAmount) })
      : amountMinor > 0 && say('mails.headshots-ready.shortMoney', { amount: money(amountMinor, currency) })
  const short = say('mails.headshots-ready.short', { promised, missing })
  return [
    back ? `${short} ${back}` : short,
    ...(repairableUntil === undefined
      ? []
      : [say('mails.headshots-ready.shortRepair', { date: day(repairableUntil) })]),
  ]
}

/** About the pictures of one person. */
export const studioTemplates = {
  'headshots-ready': defineTemplate(
    z.object({
      ...person,
      bundleId: z.uuid(),
      styleId: StyleId,
      count: z.int().positive(),
      /** Null where as many came out as were promised. */
      shortfall: Shortfall.nullable(),
      /** Until when a refund, and a repair, can be had; absent where not at all. */
      refundableUntil: z.iso.datetime().optional(),
      repairableUntil: z.iso.datetime().optional(),
    }),
    ({ personId, personName, bundleId, styleId, count, shortfall, ...until }, words) => {
      const { say, page, day } = words
      const { refundableUntil, repairableUntil } = until
      const style = say(`styles.${styleId}.name`)
      return {
        subject: say('mails.headshots-ready.subject', { person: personName, style }),
        preheader: say('mails.headshots-ready.preheader', { count, style }),
        heading: say('mails.headshots-ready.heading'),
        paragraphs: [
          say('mails.headshots-ready.body', { count, person: personName }),
          ...(shortfall ? sayShortfall(shortfall, repairableUntil, words) : []),
        ],
        facts: [[say('mails.common.labels.style', { count: 1 }), style]],
        action: {
          label: say('mails.headshots-ready.action'),
          url: page(`${pageOf(personId)}/bundles/${bundleId}`),
        },
        notes:
          refundableUntil === undefined
            ? []
            : [say('mails.headshots-ready.note', { date: day(refundableUntil) })],
        attached: { kind: 'headshot', bundleId },
      }
    },
  ),
  'training-failed-refunded': defineTemplate(
    z.object({
      ...person,
      ...partOfOrder,
      cause: z.enum(['selfies', 'technical', 'refused']),
      givenBack: GivenBack,
    }),
    ({ personId, personName, cause, givenBack, styleIds, isPart }, words) => {
      const { say, page } = words
      const [label, styles] = stylesFact(styleIds, words)
      const { preheader, sentence } = sayGivenBack(givenBack, words)
      return {
        subject: isPart
          ? say('mails.training-failed-refunded.subjectPart', { person: personName, styles })
          : say('mails.training-failed-refunded.subject', { person: personName }),
        preheader,
        heading: say('mails.training-failed-refunded.heading'),
        paragraphs: [
          say(`mails.training-failed-refunded.${cause}`, { person: personName }),
          ...(isPart ? [say('mails.training-failed-refunded.part', { styles, count: styleIds.length })] : []),
          sentence,
        ],
        facts: isPart || styleIds.length === 0 ? [] : [[label, styles]],
        action: { label: say('mails.training-failed-refunded.action'), url: page(pageOf(personId)) },
      }
    },
  ),
  'retention-warning': defineTemplate(
    z.object({ ...person, deletesAt: z.iso.datetime() }),
    ({ personId, personName, deletesAt }, { say, page, day }) => {
      const values = { person: personName, date: day(deletesAt) }
      return {
        subject: say('mails.retention-warning.subject', values),
        preheader: say('mails.retention-warning.preheader'),
        heading: say('mails.retention-warning.heading'),
        paragraphs: [
          say('mails.retention-warning.body', values),
          say('mails.retention-warning.stay'),
          say('mails.retention-warning.extend', values),
        ],
        action: { label: say('mails.retention-warning.action', values), url: page(pageOf(personId)) },
      }
    },
  ),
  'share-vote-summary': defineTemplate(
    z.object({
      ...person,
      voterCount: z.int().positive(),
      voteCount: z.int().nonnegative(),
      ratingCount: z.int().nonnegative(),
    }),
    ({ personId, personName, ...counts }, { say, page }) => {
      const { voterCount: voters, voteCount: votes, ratingCount: ratings } = counts
      return {
        subject: say('mails.share-vote-summary.subject', { person: personName }),
        preheader: say('mails.share-vote-summary.preheader', { votes, voters }),
        heading: say('mails.share-vote-summary.heading'),
        paragraphs: [say('mails.share-vote-summary.body', { voters, votes, ratings, person: personName })],
        action: { label: say('mails.share-vote-summary.action'), url: page(`${pageOf(personId)}/sharing`) },
      }
    },
  ),
}
