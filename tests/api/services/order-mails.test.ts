import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { BRAND } from '#contract/brand.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.log.error = (_about, message) => {
    throw new Error(message)
  }
})

/** A purchase in German by a user who reads English since. */
async function order() {
  const person = await world.personWithSelfies()
  await world.database.queries
    .update(tables.users)
    .set({ locale: 'en' })
    .where(eq(tables.users.uid, person.uid))
  world.behaviour.emails.set(person.uid, 'anna@customer.example')
  world.behaviour.users.set(person.uid, {
    email: 'anna@customer.example',
    emailVerified: true,
    displayName: undefined,
  })
  const bundleId = await person.buy()
  const [payment] = await world.database.queries
    .update(tables.payments)
    .set({ paidAt: new Date('2026-03-14T22:30:00Z') })
    .where(eq(tables.payments.uid, person.uid))
    .returning()
  if (!payment) throw new Error('nothing was paid')
  const make = async () => {
    await world.trainings.run((await person.look()).trainingId, signal)
    await world.bundles.generate(bundleId, signal)
  }
  return { ...person, bundleId, payment, make }
}

test('the mail about a purchase has its receipt with it, and names the last day of the guarantee', async () => {
  const { payment } = await order()
  const [mail, ...further] = await world.sendMails()
  expect(further).toEqual([])
  const [receipt] = mail?.files ?? []
  expect(receipt).toMatchObject({
    mediaType: 'application/pdf',
    fileName: expect.stringMatching(/^beleg-.+\.pdf$/),
  })
  const text = pdfText(Buffer.from(receipt?.bytes ?? []))
  for (const word of [payment.orderReference, 'anna@customer.example', 'Studio GmbH'])
    expect(text).toContain(word)
  const lastDay = new Date(Date.now() + 14 * 24 * 3_600_000)
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'Europe/Zurich' }).format(lastDay)
  expect(mail?.text).toContain(`Bis zum ${day}`)
})

test('the mail of finished headshots is in the language of the order, with a small picture in it', async () => {
  const { make } = await order()
  await world.sendMails()
  await make()
  const [mail] = await world.sendMails()
  expect(mail?.headers['Content-Language']).toBe('de')
  expect(mail?.text).toContain('Bis zum 28. März 2026')
  const [picture] = mail?.files ?? []
  expect(picture).toMatchObject({ mediaType: 'image/jpeg', contentId: 'headshot' })
  expect(picture?.bytes.length).toBeGreaterThan(0)
  expect(mail?.html).toContain('src="cid:headshot"')
})

test('a mail of headshots that were given back meanwhile shows none of them', async () => {
  const { uid, id, bundleId, payment, make } = await order()
  await world.sendMails()
  await world.database.queries
    .update(tables.payments)
    .set({ paidAt: new Date() })
    .where(eq(tables.payments.id, payment.id))
  await make()
  const [waiting] = await world.takeJobs('send-mail')
  await world.refunds.giveBack(uid, id, bundleId)
  await world.mails.send(waiting?.mailId ?? '', signal)
  const mail = world.behaviour.mailed.at(-1)
  expect(mail?.subject).toContain('fertig')
  expect(mail?.files).toEqual([])
  expect(mail?.html).not.toContain('cid:')
})

test('a picture that cannot be made keeps no mail back', async () => {
  const { make } = await order()
  await world.sendMails()
  await make()
  const errors: string[] = []
  world.behaviour.log.error = (_about, message) => void errors.push(message)
  world.behaviour.finish = () => Promise.reject(new Error('no memory'))
  const [mail] = await world.sendMails()
  world.behaviour.finish = () => Promise.resolve()
  expect(mail?.text).toContain(BRAND)
  expect(mail?.files).toEqual([])
  expect(errors).toEqual(['a mail goes without its picture'])
})

test('a receipt tells how many headshots came, once they have', async () => {
  const { uid, payment, make } = await order()
  const read = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of await world.receipts.pdf(uid, payment.id, 'de')) chunks.push(chunk)
    return pdfText(Buffer.concat(chunks)).replaceAll(/\s+/g, ' ')
  }
  expect(await read()).not.toContain('Gelieferte Porträts')
  world.behaviour.passes = (shot) => shot < 10
  await make()
  world.behaviour.passes = () => true
  expect(await read()).toContain('Gelieferte Porträts')
  expect(await read()).toContain('10 von 12')
})
