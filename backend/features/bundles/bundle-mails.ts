import { eq } from 'drizzle-orm'
import type { Shortfall } from '#contract/bundles.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import {
  findPaymentOfBundle,
  guaranteedUntil,
  refundableUntil,
} from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { BundleRow } from './bundle-records.ts'

const { persons } = tables

/** Notifies the owner that the headshots are ready, and of missing ones, in the language of the order. */
export async function tellReady(
  tx: Queries,
  queue: Queue,
  bundle: BundleRow,
  { occasion, shortfall }: { occasion: string; shortfall?: Shortfall | null | undefined },
): Promise<void> {
  const [person] = await tx.select().from(persons).where(eq(persons.id, bundle.personId))
  if (!person || bundle.generatedCount === 0) return
  const payment = await findPaymentOfBundle(tx, bundle.id)
  await enqueueMail(queue, tx, {
    template: 'headshots-ready',
    to: { uid: person.uid },
    locale: payment?.locale,
    occasion: `headshots-ready:${occasion}`,
    data: {
      personId: person.id,
      personName: person.name,
      bundleId: bundle.id,
      styleId: bundle.styleId,
      count: bundle.generatedCount,
      shortfall: shortfall ?? null,
      refundableUntil: (payment && refundableUntil(payment))?.toISOString(),
      repairableUntil: (payment && guaranteedUntil(payment))?.toISOString(),
    },
  })
}
