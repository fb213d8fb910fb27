import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { findBrowser } from '#scripts/browser.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { startProduct } from '#scripts/start/product.ts'
import { addHeadshots } from '#tests/support/many-headshots.ts'
import { productOptions } from '#tests/support/own-product.ts'
import { announceProduct } from '#tests/support/product-under-test.ts'
import { finishedBundle, openAs, readyPerson } from '#tests/support/ready-person.ts'
import { drawSelfies } from '#tests/support/selfies.ts'
import { met, type Measurement } from './measurement.ts'

const COUNT = 200
/** As Chromium's tools slow a machine down to a phone of the middle class. */
const SLOWER = 4
const PHONE = { width: 390, height: 844 }
/** Of a finger that goes through quickly. */
const SCROLL_PX_PER_SECOND = 2_000
/** Two of three frames at 60 a second may be missed now and then without visible stutter. */
const SLOWEST_USUAL_MS = 50
const OPTIONS = '[role=listbox] [role=option]'

/** Two hundred headshots of one bundle on a phone: what the page takes, and how even its frames are under a finger. */
export async function measureGallery(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-gallery-'))
  const selfiesDir = join(dataDir, 'selfies')
  const [product] = await Promise.all([startProduct(productOptions(dataDir)), drawSelfies(selfiesDir)])
  const { siteUrl, inboxUrl, authHost, projectId } = product
  announceProduct({ siteUrl, inboxUrl, authUrl: `http://${authHost}`, projectId, selfiesDir })
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const { account, client, personId } = await readyPerson()
    const bundleId = await finishedBundle({ client, personId })
    await product.backend.kill()
    const database = await createPgliteDatabase({ folder: join(dataDir, 'database') })
    await addHeadshots(database, dataDir, { bundleId, wanted: COUNT })
    await database.close()
    await product.backend.start()

    const page = await browser.newPage({ viewport: PHONE, hasTouch: true, isMobile: true })
    await openAs(page, account, `/persons/${personId}/bundles/${bundleId}`)
    await page
      .locator(OPTIONS)
      .nth(COUNT - 1)
      .waitFor({ state: 'attached' })
    return await measureScrolling(page)
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureScrolling(page: Page): Promise<Measurement[]> {
  const pictures = () => page.evaluate(countPictures, OPTIONS)
  await page.waitForFunction(areSeenPicturesThere, OPTIONS)
  const atFirst = await pictures()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(watchFrames)
  const heightPx = await page.evaluate(() => document.documentElement.scrollHeight)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: PHONE.width / 2,
    y: PHONE.height / 2,
    yDistance: -heightPx,
    speed: SCROLL_PX_PER_SECOND,
    gestureSourceType: 'touch',
    preventFling: true,
  })
  const { framesMs, shift } = await page.evaluate(() => ({ framesMs: window.framesMs, shift: window.shift }))
  const sorted = framesMs.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    {
      what: `${COUNT} headshots on a phone: pictures asked for before anybody scrolls`,
      figure: String(atFirst),
      bar: met(atFirst < COUNT / 2, `< ${COUNT / 2}`),
    },
    {
      what: `frames while ${heightPx} px are scrolled at ${SCROLL_PX_PER_SECOND} px/s, processor slowed ${SLOWER} times`,
      figure: `${sorted.length}: median ${ms(at(0.5))}, 95 of 100 within ${ms(at(0.95))}, slowest ${ms(at(1))}`,
      bar: met(at(0.95) <= SLOWEST_USUAL_MS, `95 of 100 <= ${SLOWEST_USUAL_MS} ms`),
    },
    { what: 'layout shift meanwhile', figure: shift.toFixed(3), bar: met(shift === 0, 'none') },
  ]
}

declare global {
  interface Window {
    framesMs: number[]
    shift: number
  }
}

function watchFrames(): void {
  window.framesMs = []
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) window.shift += Number(entry.value)
  }).observe({ type: 'layout-shift' })
  let last: number | undefined
  const next = (now: number) => {
    if (last !== undefined) window.framesMs.push(now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

function countPictures(options: string): number {
  return [...document.querySelectorAll<HTMLImageElement>(`${options} img`)].filter(
    ({ naturalWidth }) => naturalWidth > 0,
  ).length
}

function areSeenPicturesThere(options: string): boolean {
  return [...document.querySelectorAll<HTMLImageElement>(`${options} img`)].every((picture) => {
    const { top, bottom } = picture.getBoundingClientRect()
    return bottom < 0 || top > window.innerHeight || picture.naturalWidth > 0
  })
}
