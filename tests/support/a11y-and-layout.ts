import type { run, RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from 'playwright/test'

const WIDTHS_PX = [390, 1440]
/** The widest; a desktop whose letters are twice as large; the narrowest. */
const FITTING_PX = [1920, 720, 320]
const HEIGHT_PX = 900

const COLOR_RULES = ['color-contrast', 'link-in-text-block']
/** The dark theme changes colors alone: what axe says about them is asked again there, all else once for each width. */
const RULES: Readonly<Record<'light' | 'dark', RunOptions>> = {
  light: {},
  dark: { runOnly: { type: 'rule', values: COLOR_RULES } },
}
/** All other rules. */
const WITHOUT_COLORS: RunOptions = {
  rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])),
}

/** If set, the folder for a picture of each judged screen, named by its journey. */
const PICTURES_IN = process.env.E2E_SCREENSHOTS
const pictureCounts = new Map<string, number>()

/** The smaller file: every document reads it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: { run: typeof run }
  }
}

/**
 * What axe finds in the page itself: the product shows no frames of its own. The library is handed over once for each
 * document, and looks closer at violations alone: six times as fast as its driver for Playwright, which tests every frame
 * and opens a page for the results.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (rules) => {
    const results = await window.axe?.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      ...rules,
    })
    return results?.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ failureSummary = '', html }) => ({ failureSummary, html })),
    }))
  }, options)
  if (!violations) throw new Error(`axe could not be handed to ${page.url()}`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${failureSummary}\n${html}`),
  )
}

/**
 * WCAG 2.2 AA and axe's own best practices, on phone and desktop, colors in both themes. Like the other checks it lets the
 * test continue after a finding, so that one run shows them all.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // After a client-side navigation the title follows the content a moment later.
  await expect(page).toHaveTitle(/\S/)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect
        .soft(await violationsOf(page, RULES[colorScheme]), `${page.url()} at ${width} px, ${colorScheme}`)
        .toEqual([])
      await keepPicture(page, `${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

async function keepPicture(page: Page, view: string): Promise<void> {
  if (!PICTURES_IN) return
  const { file, title, testId } = test.info()
  const number = (pictureCounts.get(testId) ?? 0) + 1
  pictureCounts.set(testId, number)
  const journey = `${file.replace(/.*\/|\.spec\.ts$/g, '')}-${title.replaceAll(/\W+/g, '-').slice(0, 40)}`
  const name = `${String(number).padStart(3, '0')}-${view}.jpg`
  const path = join(PICTURES_IN, journey, name)
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 75 })
}

/** Elements that overflow at the right, or none when the page does not scroll sideways. */
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
  for (const width of FITTING_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    // Polled: a layout is judged once it has settled.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(sidewaysScrollers), `${page.url()} scrolls sideways at ${width} px`)
      .toEqual([])
  }
}

/** All checks of a screen in its current state. Leaves the window at 1440 px. */
export async function expectSoundScreen(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** The checks that depend on the language of a screen whose colors another language's test judges. */
export async function expectSoundTranslation(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    expect.soft(await violationsOf(page, WITHOUT_COLORS), `${page.url()} at ${width} px`).toEqual([])
    await keepPicture(page, `${width}-light`)
  }
}
