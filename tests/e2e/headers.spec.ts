import { request as call } from 'node:http'
import { expect, test } from 'playwright/test'
import { productUnderTest } from '#tests/support/product-under-test.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** The target as it is written: a browser, and `fetch` too, would mend or refuse it. */
function send(method: string, target: string): Promise<Answer> {
  const { hostname, port } = new URL(productUnderTest().siteUrl)
  return new Promise((resolve, reject) => {
    const request = call({ hostname, port, method, path: target }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    request.on('error', reject).end()
  })
}

for (const [what, target, status] of [
  ['home', '/de', 200],
  ['an unknown page', '/de/nothing/here', 404],
  ['a path that cannot be decoded', '/de/%zz', 404],
  ['a path that is no UTF-8', '/en/%ff', 404],
  ['an unknown file', '/nothing.txt', 404],
  ['a sign-in page', '/fr/auth/login', 200],
  ['an unknown sign-in page', '/it/auth/nothing', 404],
  ['the picture optimizer, which is not used', '/_next/image?url=/etc/passwd&w=64&q=75', 404],
] as const) {
  test(`${what} runs no script but ours, and says so once`, async () => {
    const { status: answered, headers } = await send('GET', target)
    expect(answered).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['strict-transport-security']).toContain('max-age=')
    expect(headers['permissions-policy']).toContain('microphone=()')
    const policies = [headers['content-security-policy']].flat().join()
    expect(policies.match(/script-src/g)).toHaveLength(1)
    expect(/script-src ([^;]*)/.exec(policies)?.[1]).not.toContain('unsafe')
  })
}

test('wallets may be opened where Stripe’s form is, and nowhere else', async () => {
  const paymentOn = async (target: string) =>
    /payment=([^,]*)/.exec(String((await send('GET', target)).headers['permissions-policy']))?.[1]
  expect(await paymentOn('/de/checkout/pay')).toBe(
    '(self "https://js.stripe.com" "https://checkout.stripe.com")',
  )
  for (const target of ['/de', '/de/checkout/complete', '/de/checkout/pay/more', '/de/persons'])
    expect(await paymentOn(target)).toBe('()')
})

test('of the emulator no sign-in page is served here; a real one may be a frame and a window of ours', async () => {
  const { status, headers } = await send('GET', '/__/auth/handler?state=x')
  expect(status).toBe(404)
  expect(headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'unsafe-none',
    'cache-control': 'no-store',
  })
})

test('a call of the gateway that cannot be decoded is an unknown route', async () => {
  const { status, headers } = await send('GET', '/api/backend/%zz')
  expect(status).toBe(404)
  expect(headers['content-type']).toContain('application/json')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

for (const method of ['TRACE', 'PROPFIND']) {
  test(`${method} is not served`, async () => {
    const { status, headers } = await send(method, '/de')
    expect(status).toBe(405)
    expect(headers.allow).toContain('GET')
  })
}

test('an unknown page is whole: in its language, hydrated, without an error', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const { siteUrl } = productUnderTest()
  for (const path of ['/de/nothing/here', '/de/auth/nothing', '/nothing.txt']) {
    await page.goto(siteUrl + path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(problems).toEqual([])
})
