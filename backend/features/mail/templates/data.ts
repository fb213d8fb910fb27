import { z } from 'zod'
import { defineTemplate, PagePath, Typed } from '#backend/features/mail/mail-template.ts'

/** The counts on a deletion's receipt, in order. */
const COUNTED = ['persons', 'selfies', 'headshots', 'models', 'shares', 'files'] as const

/** Mails about a user's stored data. */
export const dataTemplates = {
  'deletion-receipt': defineTemplate(
    z.object({
      scope: z.enum(['account', 'person']),
      requestedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime(),
      counts: z.object({
        persons: z.int().nonnegative(),
        selfies: z.int().nonnegative(),
        headshots: z.int().nonnegative(),
        models: z.int().nonnegative(),
        shares: z.int().nonnegative(),
        files: z.int().nonnegative(),
      }),
      keptPaymentCount: z.int().nonnegative(),
      /** Companies that had pictures; absent in mails of an earlier release. */
      companies: z.array(z.string()).optional(),
    }),
    (
      { scope, requestedAt, finishedAt, counts, keptPaymentCount: count, companies },
      { say, number, moment },
    ) => ({
      subject: say(`mails.deletion-receipt.${scope === 'account' ? 'subject' : 'subjectPerson'}`),
      preheader: say('mails.deletion-receipt.preheader'),
      heading: say('mails.deletion-receipt.heading'),
      paragraphs: [say(`mails.deletion-receipt.${scope}`)],
      facts: [
        ...COUNTED.map(
          (what) => [say(`mails.deletion-receipt.labels.${what}`), number(counts[what])] as const,
        ),
        ...(scope === 'account'
          ? [[say('mails.deletion-receipt.labels.signIn'), say('mails.deletion-receipt.signIn')] as const]
          : []),
        ...(companies === undefined
          ? []
          : [
              [
                say('mails.deletion-receipt.labels.heldBy'),
                companies.length === 0 ? say('mails.deletion-receipt.heldHere') : companies.join(', '),
              ] as const,
            ]),
        [say('mails.common.labels.requestedAt'), moment(requestedAt)],
        [say('mails.common.labels.finishedAt'), moment(finishedAt)],
      ],
      notes: [
        say('mails.deletion-receipt.kept', { count }),
        ...(scope === 'account' ? [say('mails.deletion-receipt.forgotten')] : []),
      ],
    }),
  ),
  'export-ready': defineTemplate(
    z.object({ validUntil: z.iso.datetime() }),
    ({ validUntil }, { say, page, moment }) => ({
      subject: say('mails.export-ready.subject'),
      preheader: say('mails.export-ready.preheader'),
      heading: say('mails.export-ready.heading'),
      paragraphs: [
        say('mails.export-ready.body'),
        say('mails.export-ready.validity', { date: moment(validUntil) }),
      ],
      action: { label: say('mails.export-ready.action'), url: page('/account') },
    }),
  ),
  'directory-confirmation': defineTemplate(
    z.object({
      request: z.enum(['correct', 'remove']),
      listingName: Typed.min(1),
      path: PagePath,
      validUntil: z.iso.datetime(),
    }),
    ({ request, listingName: listing, path, validUntil }, { say, page, moment }) => {
      const is = request === 'correct' ? 'Correct' : 'Remove'
      return {
        subject: say(`mails.directory-confirmation.subject${is}`, { listing }),
        preheader: say('mails.directory-confirmation.preheader'),
        heading: say(`mails.directory-confirmation.heading${is}`),
        paragraphs: [say(`mails.directory-confirmation.${request}`, { listing })],
        action: { label: say(`mails.directory-confirmation.action${is}`), url: page(path) },
        notes: [say('mails.directory-confirmation.validity', { date: moment(validUntil) })],
      }
    },
  ),
}
