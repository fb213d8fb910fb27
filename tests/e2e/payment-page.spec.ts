import Stripe from 'stripe'
import { expect } from 'playwright/test'
import { test } from '#tests/support/strict-page-test.ts'
import { expectSoundScreen } from '#tests/support/a11y-and-layout.ts'
import { SECRET_KEY, startEmulator } from '#tests/support/stripe-emulator.ts'

let emulator: Awaited<ReturnType<typeof startEmulator>>
test.beforeAll(async () => {
  emulator = await startEmulator()
})
test.afterAll(() => emulator.close())

/** A payment page that returns to a page with the text `ok`. */
async function openSession(): Promise<string> {
  const { hostname, port } = new URL(emulator.url)
  const stripe = new Stripe(SECRET_KEY, { protocol: 'http', host: hostname, port })
  const price = { currency: 'eur', unit_amount: 900, product_data: { name: 'Studio Grau' } }
  const { url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    locale: 'de',
    line_items: [{ quantity: 1, price_data: price }],
    success_url: `${emulator.url}/healthz?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${emulator.url}/healthz?left`,
  })
  return url ?? ''
}

test("the page takes an offered card number, explains a decline, shows the bank's question, and leads back", async ({
  page,
}) => {
  await page.goto(await openSession())
  await page.getByRole('button', { name: 'Bezahlen: 9,00' }).click()
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await page.getByLabel('E-Mail-Adresse').fill('anna@example.org')
  await page.getByRole('button', { name: '4000 0000 0000 0002' }).click()
  await page.getByRole('button', { name: 'Bezahlen: 9,00' }).click()
  await expect(page.getByRole('alert')).toHaveText(/abgelehnt/)
  await expectSoundScreen(page)
  await page.getByRole('button', { name: 'Bezahlen: 9,00' }).click()
  await expect(page.getByLabel('Prüfziffer')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '4000 0025 0000 3155' }).click()
  await page.getByLabel('Prüfziffer').fill('123')
  await page.getByRole('button', { name: 'Bezahlen: 9,00' }).click()
  await page.getByRole('button', { name: 'Ja, bestätigen' }).click()
  await expect(page).toHaveURL(/healthz\?paid=cs_test_\w+$/)
})

test('a customer who goes back has not paid, and may return', async ({ page }) => {
  const url = await openSession()
  await page.goto(url)
  await page.getByRole('link', { name: 'Zurück' }).click()
  await expect(page).toHaveURL(/healthz\?left$/)
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Bezahlen: 9,00' })).toBeVisible()
})
