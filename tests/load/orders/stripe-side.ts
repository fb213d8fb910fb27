import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { z } from 'zod'
import { WATCHED_EVENTS } from '#backend/providers/payments/stripe-events.ts'
import { idOf } from '#emulators/stripe/state.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { startCuttableProxy } from '#tests/support/cuttable-proxy.ts'
import { startEmulator, SECRET_KEY } from '#tests/support/stripe-emulator.ts'
import type { Told } from './audit.ts'
import type { Deed } from './customer.ts'
import { PART_MINOR } from './plan.ts'

/** How hooks are meddled with. */
const FAULTS = { duplicate: 0.3, forge: 0.2, drop: 0.1, delayMostMs: 4000 }
const SECRETS = { orders: 'whsec_drill_of_orders', seats: 'whsec_drill_of_seats' }

/**
 * Stripe's emulator, the way to it that can be cut, and what banks and people at the dashboard do there.
 * @param hooksAt the address below which the product takes hooks
 */
export async function startStripeSide({
  hooksAt,
  file,
  random,
}: {
  hooksAt: string
  /** Where it keeps its objects. */
  file: string
  random: () => number
}) {
  const port = await freePort()
  /** The product and its customers reach Stripe through it; banks, and people at the dashboard, always do. */
  const way = await startCuttableProxy({ host: '127.0.0.1', port })
  const url = `http://${way.host}:${way.port}`
  const emulator = await startEmulator({
    port,
    publicUrl: url,
    file,
    random,
    hooks: [
      { url: `${hooksAt}/stripe/webhooks`, secret: SECRETS.orders, events: [...WATCHED_EVENTS] },
      {
        url: `${hooksAt}/b2b/payment/stripe/webhooks`,
        secret: SECRETS.seats,
        events: ['checkout.session.completed'],
      },
    ],
  })
  const stripe = new Stripe(SECRET_KEY, {
    protocol: 'http',
    host: '127.0.0.1',
    port,
    telemetry: false,
  })
  const aWhile = () => sleep(500 + random() * 1500)

  /** @returns its id */
  const openDispute = async (intent: string, status: string, amount?: number): Promise<string> => {
    const { data } = await stripe.charges.list({ payment_intent: intent })
    const paid = data.find((charge) => charge.paid)
    const opened = await emulator.command(`charges/${paid?.id ?? ''}/dispute`, { status, amount })
    return z.object({ id: z.string() }).parse(opened).id
  }

  const endInquiry = async (id: string, kind: 'inquiry closed' | 'inquiry won' | 'inquiry lost') => {
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'It was delivered.' } })
    if (kind === 'inquiry closed') {
      await emulator.command(`disputes/${id}/warning_closed`)
      return
    }
    await emulator.command(`disputes/${id}/escalate`)
    await aWhile()
    await emulator.command(`disputes/${id}/${kind === 'inquiry won' ? 'won' : 'lost'}`)
  }

  /** The customer's bank returns the first refund of a payment, once it has gone out. */
  const returnRefund = async (intent: string): Promise<void> => {
    for (;;) {
      const { data } = await stripe.refunds.list({ payment_intent: intent })
      const [first] = data
      if (first) {
        await emulator.command(`refunds/${first.id}/fail`)
        return
      }
      await sleep(500)
    }
  }

  return {
    /** As itself: it is never away. */
    stripe,
    /** By which a backend reaches it. */
    environment: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: SECRETS.orders,
      STRIPE_B2B_WEBHOOK_SECRET: SECRETS.seats,
      STRIPE_API_BASE: url,
    },

    /** From now on hooks arrive twice, late and out of order, forged, or not at all. */
    meddle: () => emulator.command('hooks', FAULTS),

    /** No hook is sent while `work` runs; then all of them are, the newest first where they are to come reversed. */
    async withoutHooks(work: () => Promise<unknown>, { reversed = false } = {}) {
      await emulator.command('hooks', { hold: true })
      await work()
      if (reversed) await emulator.command('hooks/release-reversed')
      else await emulator.command('hooks', { hold: false })
    },

    /** Neither the product nor its customers reach it while `work` runs. */
    async away(work: () => Promise<unknown>) {
      await way.cut()
      await work()
      await way.mend()
    },

    /** Every hook that was sent, or is to be; each is given up after some attempts. */
    async readTold(): Promise<Told[]> {
      const answer = await fetch(`${emulator.url}/_emulator/deliveries`)
      return z.array(z.custom<Told>()).parse(await answer.json())
    },

    /** What happens at Stripe itself, some time later. */
    async act({ kind, reference }: Deed): Promise<void> {
      await aWhile()
      if (kind === 'expire' || kind === 'debit-paid' || kind === 'debit-failed') {
        await emulator.command(`sessions/${reference}/${kind}`)
        return
      }
      const intent = idOf((await stripe.checkout.sessions.retrieve(reference)).payment_intent)
      switch (kind) {
        case 'return':
          return returnRefund(intent)
        case 'part':
          await stripe.refunds.create({ payment_intent: intent, amount: PART_MINOR })
          return
        case 'all':
          await stripe.refunds.create({ payment_intent: intent })
          return
        case 'lost in part': {
          const id = await openDispute(intent, 'needs_response', PART_MINOR)
          await aWhile()
          await emulator.command(`disputes/${id}/lost`)
          return
        }
        case 'prevented at once':
          await openDispute(intent, 'prevented')
          return
        case 'inquiry closed':
        case 'inquiry won':
        case 'inquiry lost':
          await endInquiry(await openDispute(intent, 'warning_needs_response'), kind)
          return
        default: {
          const { data } = await stripe.disputes.list({ payment_intent: intent })
          await emulator.command(`disputes/${data[0]?.id ?? ''}/${kind}`)
        }
      }
    },

    async close() {
      await way.close()
      await emulator.close()
    },
  }
}
