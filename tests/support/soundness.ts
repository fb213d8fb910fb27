import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const WIDTHS_PX = [390, 1440]
const NARROWEST_PX = 320
const HEIGHT_PX = 900

/** WCAG 2.2 AA and axe's own best practices in both themes, on phone and desktop. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map((node) => `${node.failureSummary ?? ''}\n${node.html}`),
      }))
      expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: NARROWEST_PX, height: HEIGHT_PX })
  const widthPx = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widthPx, `${page.url()} is wider than ${NARROWEST_PX} px`).toBeLessThanOrEqual(NARROWEST_PX)
}

/** Everything a screen has to satisfy in the state it is in. Leaves the window at 1440 px. */
export async function expectSoundScreen(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}
