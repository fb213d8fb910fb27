import { request as call } from 'node:http'
import { expect, test } from 'playwright/test'
import { ErrorBody } from '#contract/errors.ts'
import crash from '#messages/crash.json' with { type: 'json' }
import { productUnderTest } from '#tests/support/product-under-test.ts'
import { startSecondSite } from '#tests/support/second-site.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** Sends the target unchanged: a browser, and `fetch` too, would correct or refuse it. */
function send(
  method: string,
  target: string,
  origin = productUnderTest().siteUrl,
  asking: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const request = call({ hostname, port, method, path: target, headers: asking }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    request.on('error', reject).end()
  })
}

const COUNTRY = '/headshots-near-me/sample-country'

for (const [what, target, status, keeping] of [
  ['home', '/de', 200, 's-maxage'],
  ['prices', '/fr/pricing', 200, 's-maxage'],
  ['the proof of a file', '/it/verify', 200, 's-maxage'],
  ['a legal text', '/es/legal/privacy-policy', 200, 's-maxage'],
  ['the imprint', '/de/legal/imprint', 200, 's-maxage'],
  ['the withdrawal', '/en/legal/withdrawal', 200, 's-maxage'],
  ['the directory', '/de/headshots-near-me', 200, 's-maxage'],
  ['a country', `/fr${COUNTRY}`, 200, 's-maxage'],
  ['a city', `/it${COUNTRY}/sampletown`, 200, 's-maxage'],
  ['an unknown city', `/it${COUNTRY}/nowhere`, 404, 's-maxage'],
  ['the end of a correction', '/es/headshots-near-me/confirm', 200, 's-maxage'],
  ['an unknown page', '/de/nothing/here', 404, 's-maxage'],
  ['a path that cannot be decoded', '/de/%zz', 404, 's-maxage'],
  ['a path that is no UTF-8', '/en/%ff', 404, 's-maxage'],
  ['an unknown file', '/nothing.txt', 404, 's-maxage'],
  ['a sign-in page', '/fr/auth/login', 200, 'no-store'],
  ['an unknown sign-in page', '/it/auth/nothing', 404, 'no-store'],
  ['the picture optimizer, which is not used', '/_next/image?url=/etc/passwd&w=64&q=75', 404, 'no-store'],
] as const) {
  test(`${what} allows only the site's scripts, in one policy, and says how long it may be cached`, async () => {
    const { status: answered, headers } = await send('GET', target)
    expect(answered).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['strict-transport-security']).toContain('max-age=')
    expect(headers['cache-control']).toContain(keeping)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['permissions-policy']).toContain('microphone=()')
    const policies = [headers['content-security-policy']].flat().join()
    expect(policies.match(/script-src/g)).toHaveLength(1)
    expect(/script-src ([^;]*)/.exec(policies)?.[1]).not.toContain('unsafe')
  })
}

test('wallets are allowed where Stripe’s form is, and on no other page', async () => {
  const paymentOn = async (target: string) =>
    /payment=([^,]*)/.exec(String((await send('GET', target)).headers['permissions-policy']))?.[1]
  expect(await paymentOn('/de/checkout/pay')).toBe(
    '(self "https://js.stripe.com" "https://checkout.stripe.com")',
  )
  for (const target of ['/de', '/de/checkout/complete', '/de/checkout/pay/more', '/de/persons'])
    expect(await paymentOn(target)).toBe('()')
})

test('with the emulator no sign-in page is served; a real one may be framed by the site', async () => {
  const { status, headers } = await send('GET', '/__/auth/handler?state=x')
  expect(status).toBe(404)
  expect(headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'unsafe-none',
    'cache-control': 'no-store',
  })
})

test("a page that cannot be rendered now is not cached, says when to come back, and runs only the site's scripts", async ({
  page,
}) => {
  const site = await startSecondSite()
  try {
    const path = '/de/headshots-near-me/never-asked-for'
    const { status, headers } = await send('GET', path, site.url)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-frame-options']).toBe('DENY')
    const policies = [headers['content-security-policy']].flat().join()
    expect(policies).toMatch(/script-src 'self'(?: 'sha256-[^']+')+;/)
    expect(policies).toContain("connect-src 'self'")
    expect(policies).toContain("frame-ancestors 'none'")
    // Its content is rendered by those scripts.
    await page.goto(site.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(crash.de.title)
  } finally {
    await site.close()
  }
})

test('pages, scripts and texts come compressed', async () => {
  const { siteUrl } = productUnderTest()
  const html = await (await fetch(`${siteUrl}/de`)).text()
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? []
  const [style = ''] = /\/_next\/static\/[^"]+\.css/.exec(html) ?? []
  for (const path of ['/de', '/fr/auth/login', '/llms.txt', '/sitemaps/pages-de-1.xml', script, style]) {
    const { headers } = await send('GET', path, siteUrl, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect.soft([path, headers['content-encoding']]).toEqual([path, 'gzip'])
    expect.soft(headers.vary, path).toMatch(/accept-encoding/i)
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('an undecodable call of the gateway is an unknown route', async () => {
  const { status, headers } = await send('GET', '/api/backend/%zz')
  expect(status).toBe(404)
  expect(headers['content-type']).toContain('application/json')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('10 MB of JSON are refused', async () => {
  const { siteUrl } = productUnderTest()
  const body = JSON.stringify('x'.repeat(10_000_000))
  const headers = { 'content-type': 'application/json' }
  const long = await fetch(`${siteUrl}/api/backend/persons/create_new`, { method: 'POST', body, headers })
  expect(long.status).toBe(413)
  expect(ErrorBody.parse(await long.json()).error.code).toBe('body_too_large')
})

for (const method of ['TRACE', 'PROPFIND']) {
  test(`${method} is not served`, async () => {
    const { status, headers } = await send(method, '/de')
    expect(status).toBe(405)
    expect(headers.allow).toContain('GET')
  })
}

test('an unknown page is complete: in its language, hydrated, without an error', async ({ page }) => {
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
