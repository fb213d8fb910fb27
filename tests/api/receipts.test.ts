import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { receiptsOf } from '#backend/features/payments/payments-service.ts'
import { issue, paid, seller } from '#backend/features/receipts/receipt-content.fixture.ts'
import { writeReceipt, type ReceiptContent } from '#backend/features/receipts/receipt-content.ts'
import { drawReceipt } from '#backend/features/receipts/receipt-page.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { LOCALES } from '#contract/locales.ts'
import { testEach } from '#tests/support/each.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { errorOf } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { idToken } from './support/identity.ts'

let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor()
})
after(() => door.close())

const { payments } = tables

async function customer() {
  const { world } = door
  const owner = await world.personWithSelfies()
  await owner.buy()
  const [receipt] = await receiptsOf(world.database.queries, owner.uid)
  if (!receipt) throw new Error('nothing was bought')
  return { ...owner, paymentId: receipt.paymentId, receipt }
}

async function bytesOf(content: ReceiptContent): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of drawReceipt(content, 'Brand')) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function ask(uid: string, paymentId: string, locale = 'de') {
  return door.app.inject({
    url: `/payments/receipt?paymentId=${paymentId}`,
    headers: { authorization: idToken(uid), 'accept-language': locale },
  })
}

test('a paid purchase has a receipt, numbered in the order of payment, in the requested language', async () => {
  const anna = await customer()
  const boris = await customer()
  const numbers = [anna, boris].map(({ receipt }) => Number(receipt.receiptNumber?.split('-')[1]))
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)

  for (const [locale, title] of [
    ['de', 'Beleg'],
    ['fr', 'Reçu'],
  ] as const) {
    const answer = await ask(anna.uid, anna.paymentId, locale)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = pdfText(answer.rawPayload)
    for (const word of [title, anna.receipt.receiptNumber, anna.receipt.orderReference, 'Studio GmbH'])
      expect(text).toContain(word)
  }
  // A second request returns the same receipt.
  const [again] = await receiptsOf(door.world.database.queries, anna.uid)
  expect(again?.receiptNumber).toBe(anna.receipt.receiptNumber)
})

test('a purchase from before receipt numbers gets one on the first request', async () => {
  const anna = await customer()
  const { queries } = door.world.database
  await queries.update(payments).set({ receiptNumber: null }).where(eq(payments.id, anna.paymentId))
  const answers = await Promise.all([ask(anna.uid, anna.paymentId), ask(anna.uid, anna.paymentId)])
  const [receipt] = await receiptsOf(queries, anna.uid)
  for (const answer of answers) expect(pdfText(answer.rawPayload)).toContain(receipt?.receiptNumber)
})

test("an unpaid purchase has no receipt, and another user's receipt is not found", async () => {
  const anna = await customer()
  const boris = await customer()
  expect(errorOf(await ask(boris.uid, anna.paymentId))).toEqual({ status: 404, code: 'payment_not_found' })
  const { queries } = door.world.database
  await queries
    .update(payments)
    .set({ state: 'expired', paidAt: null, receiptNumber: null })
    .where(eq(payments.id, anna.paymentId))
  expect(errorOf(await ask(anna.uid, anna.paymentId))).toEqual({ status: 409, code: 'receipt_not_issued' })
})

test('the receipt number outlives the account', async () => {
  const anna = await customer()
  const { world } = door
  await world.database.queries.delete(tables.users).where(eq(tables.users.uid, anna.uid))
  const [kept] = await world.database.queries.select().from(payments).where(eq(payments.id, anna.paymentId))
  expect(kept).toMatchObject({ uid: null, personId: null })
  expect(String(kept?.receiptNumber)).toBe(String(Number(anna.receipt.receiptNumber?.split('-')[1])))
})

test('mails are in the language in which the first person was created, until the user chooses another', async () => {
  const create = (uid: string, language: string) =>
    door.app.inject({
      method: 'POST',
      url: '/persons/create_new',
      headers: { authorization: idToken(uid), 'accept-language': language },
      payload: { name: 'Anna', gender: 'female' },
    })
  await create('language-of-anna', 'it')
  await create('language-of-anna', 'fr')
  expect(await door.world.account.profile('language-of-anna')).toMatchObject({ locale: 'it' })
})

test('letters of all of Europe are printed as they are written', async () => {
  const lines = ['Łukasz Żółć', 'Ştefan Țurcanu', 'Γιώργος Παπαδόπουλος', 'Михаил Щербаков', 'Đorđe Ðórður']
  const content = writeReceipt([paid], {
    ...issue,
    customerEmail: 'иван@почта.рф',
    seller: { ...seller, name: 'Żółć & Søn, Οδός', addressLines: lines },
  })
  const text = pdfText(await bytesOf(content))
  for (const word of [...lines, 'Żółć & Søn, Οδός', 'иван@почта.рф']) expect(text).toContain(word)
})

testEach(LOCALES.map((locale) => ({ locale })))(
  'every word of it is on the page in $locale',
  async ({ locale }) => {
    const refunded = { state: 'refunded', refundDueAmountMinor: 900, refundedAmountMinor: 900 } as const
    const content = writeReceipt([{ ...paid, ...refunded, amountMinor: 900, regularAmountMinor: 1200 }], {
      ...issue,
      locale,
      seller: { ...seller, taxPercent: 8.1 },
    })
    const text = pdfText(await bytesOf(content)).replaceAll(/\s+/g, ' ')
    const { title, number, seller: lines, customer, facts, items, total, tax, creditNote, notes } = content
    const rest = creditNote?.rest ?? []
    const said = [title, number, ...lines, ...(customer ?? []), ...facts.flat(), ...items.flat(), ...total]
    for (const word of [...said, ...tax.flat(), ...(creditNote?.lines.flat() ?? []), ...rest, ...notes]) {
      expect(text).toContain(word.replaceAll(/\s+/g, ' '))
    }
  },
)
