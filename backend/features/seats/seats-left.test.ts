import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { seatsLeft, type SeatMoney } from './seats-left.ts'

/** Five seats for 45 euros. */
const PAID: SeatMoney = { seats: 5, paidAmountMinor: 4500, refundedAmountMinor: 0, dispute: 'none' }

testEach<[string, Partial<SeatMoney>, number]>([
  ['paid', {}, 5],
  ['a part refunded', { refundedAmountMinor: 900 }, 5],
  ['refunded', { refundedAmountMinor: 4500 }, 0],
  ['given for nothing', { paidAmountMinor: 0 }, 5],
  ['disputed', { dispute: 'open' }, 0],
  ['a dispute won', { dispute: 'won' }, 5],
  ['a dispute won, and then refunded', { dispute: 'won', refundedAmountMinor: 4500 }, 0],
  ['a dispute lost', { dispute: 'lost', lostAmountMinor: 4500 }, 0],
  ['a dispute lost whose amount is not known', { dispute: 'lost' }, 0],
  ['the price of two seats lost', { dispute: 'lost', lostAmountMinor: 1800 }, 3],
  ['less than the price of a seat lost', { dispute: 'lost', lostAmountMinor: 899 }, 5],
  ['the price of two and a half seats lost', { dispute: 'lost', lostAmountMinor: 2250 }, 3],
  [
    'a part lost, and a part refunded',
    { dispute: 'lost', lostAmountMinor: 900, refundedAmountMinor: 900 },
    4,
  ],
  [
    'a part lost, and the rest refunded',
    { dispute: 'lost', lostAmountMinor: 900, refundedAmountMinor: 3600 },
    0,
  ],
])('%s', (_name, change, left) => {
  expect(seatsLeft({ ...PAID, ...change })).toBe(left)
})
