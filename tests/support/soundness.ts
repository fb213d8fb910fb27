import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const WIDTHS_PX = [390, 1440]
const NARROWEST_PX = 320
const HEIGHT_PX = 900

/** What can differ between the themes: they set the values of the colours' variables, and nothing else (app/globals.css). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * WCAG 2.2 AA and axe's own best practices on phone and desktop, and in the other theme what depends on colours. Like
 * its neighbours it lets the test go on after a finding, so that one run shows them all.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Without a page of its own to put the results of several frames together: a screen has one.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      if (colorScheme === 'dark') axe.withRules(COLOUR_RULES)
      const { violations } = await axe.analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ failureSummary = '', html }) => `${id}: ${failureSummary}\n${html}`),
      )
      expect.soft(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Elements that stick out at the right, or nothing when the page does not scroll sideways. */
function sidewaysScrollers(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    .map(
      (element) =>
        `${element.tagName.toLowerCase()}: ${(element.textContent || (element.getAttribute('class') ?? '')).slice(0, 60)}`,
    )
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: NARROWEST_PX, height: HEIGHT_PX })
  // Polled: a layout is judged once it has settled.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(sidewaysScrollers), `${page.url()} scrolls sideways at ${NARROWEST_PX} px`)
    .toEqual([])
}

/** Everything a screen has to satisfy in the state it is in. Leaves the window at 1440 px. */
export async function expectSoundScreen(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}
