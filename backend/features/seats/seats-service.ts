import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { DEFAULT_LOCALE, Locale } from '#contract/locales.ts'
import {
  createB2bCode,
  disableUnusedUses,
  enableUses,
  limitUses,
} from '#backend/features/discounts/discounts-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentGateway, SeatPurchase } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { seatsLeft } from './seats-left.ts'

const { seatOrders } = tables

const PROVIDER = 'stripe'

/** Seats that a company buys at the provider's page: one code with a use for each, mailed to who paid. */
export function createSeats(deps: { database: Database; queue: Queue; gateway: PaymentGateway }) {
  const { database, queue, gateway } = deps

  return {
    /** Asks the provider about a company's session, and acts on it. The same answer twice changes nothing more. */
    async settle(reference: string): Promise<void> {
      const purchase = await gateway.readSeats(reference)
      // Orders of customers have one, and are settled as such.
      const isOurs = purchase.paymentId !== null
      if (isOurs || purchase.status !== 'paid' || purchase.seats < 1) return
      const left = seatsLeft(purchase)
      await database.transaction(async (tx) => {
        // An order refunded or disputed before the backend heard of it gets no code.
        if (left > 0) await deliver(tx, reference, purchase, left)
        await followMoney(tx, reference, purchase, left)
      })
    },
  }

  async function deliver(
    tx: Queries,
    reference: string,
    purchase: SeatPurchase,
    left: number,
  ): Promise<void> {
    const { seats: seatCount, paidAmountMinor: amountMinor, currency, buyer } = purchase
    const locale = localeOf(purchase.locale)
    const [order] = await tx
      .insert(seatOrders)
      .values({
        id: randomUUID(),
        provider: PROVIDER,
        providerReference: reference,
        seatCount,
        amountMinor,
        currency,
        locale,
      })
      .onConflictDoNothing()
      .returning({ id: seatOrders.id })
    if (!order) return
    if (buyer.email === null) throw new Error(`the buyer of seats in session ${reference} has no email`)
    const code = await createB2bCode(tx, { uses: left, orderReference: order.id })
    await enqueueMail(queue, tx, {
      template: 'b2b-code',
      data: { reference: order.id, code, count: left },
      to: { address: buyer.email },
      locale,
      occasion: `b2b-code:${order.id}`,
    })
  }

  /** Unused seats are valid while the seller has their money, which may leave and return. */
  async function followMoney(
    tx: Queries,
    reference: string,
    { refundedAmountMinor }: SeatPurchase,
    left: number,
  ): Promise<void> {
    const isOrder = and(eq(seatOrders.provider, PROVIDER), eq(seatOrders.providerReference, reference))
    const [order] = await tx.update(seatOrders).set({ refundedAmountMinor }).where(isOrder).returning()
    if (!order) return
    const { id, disabledAt } = order
    const disableAt = async (at: Date | null) => tx.update(seatOrders).set({ disabledAt: at }).where(isOrder)
    if (left === 0) {
      if (disabledAt !== null) return
      const now = new Date()
      await disableUnusedUses(tx, id, now)
      await disableAt(now)
      return
    }
    await limitUses(tx, id, left)
    if (disabledAt === null) return
    await enableUses(tx, id, disabledAt)
    await disableAt(null)
  }
}

/** A provider's page speaks more languages than we do, and `de-AT` besides `de`. */
function localeOf(given: string | null): Locale {
  const known = Locale.safeParse(given?.slice(0, 2).toLowerCase())
  return known.success ? known.data : DEFAULT_LOCALE
}
