import type { BrowserContext } from 'playwright/test'
import { productUnderTest } from './product-under-test.ts'

/** The field calls a visit good below .1, by its worst session of shifts; a screen of ours moves by a fifth of that at most. */
const MOST = 0.02

/** A session of shifts, as the field counts them, ends after a second of rest and never lasts longer than five. */
const REST_MS = 1_000
const LONGEST_MS = 5_000

interface Shift {
  origin: string
  path: string
  score: number
  atMs: number
  /** What moved, and from where to where. */
  moved: string[]
}

declare global {
  interface Window {
    reportShift?: (shift: Shift) => void
  }
}

/** The time after a press for which the layout-shift metric excuses shifts. */
const AFTER_PRESS_MS = 500

/** Runs in the page: reports elements that moved without an interaction. */
function watchShifts(afterPressMs: number): void {
  if (window.top !== window) return
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    const names: string[] = []
    for (let each = element; each && each !== document.body && names.length < 3; each = each.parentElement) {
      const id = each.id && `#${each.id}`
      const classes = [...each.classList].slice(0, 4).map((name) => `.${name}`)
      names.unshift(`${each.tagName.toLowerCase()}${id}${classes.join('')}`)
    }
    return `${names.join(' > ')} "${(element?.textContent ?? '').slice(0, 40)}"`
  }
  // Shifts caused by a press are excused until its answer has arrived, however long that takes on a busy machine.
  let busyUntilMs = 0
  // Choosing files counts as a press too, which the browser does not report as one.
  document.addEventListener('change', () => (busyUntilMs = performance.now() + afterPressMs), true)
  // So does a resize, because tests view a screen in several widths: elements of one width appear a frame later.
  addEventListener('resize', () => (busyUntilMs = Math.max(busyUntilMs, performance.now() + afterPressMs)))
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null
  new MutationObserver(() => {
    busyUntilMs = isBusy() ? Infinity : Math.min(busyUntilMs, performance.now() + afterPressMs)
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  // The fallback font breaks a line differently now and then; another test measures how much that moves.
  const hasNewFont = (atMs: number) =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((font) => atMs - font.startTime - font.duration)
      .some((sinceMs) => sinceMs > 0 && sinceMs < afterPressMs)
  const rectOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // lib.dom does not know this kind of entry yet.
      const shift = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      }
      if (shift.hadRecentInput || shift.startTime < busyUntilMs || hasNewFont(shift.startTime)) continue
      window.reportShift?.({
        origin: location.origin,
        path: location.pathname,
        score: shift.value,
        atMs: performance.timeOrigin + shift.startTime,
        moved: shift.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} from ${rectOf(previousRect)} to ${rectOf(currentRect)}`,
        ),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Session windows of the layout-shift metric: gaps under a second, five seconds at most. */
function sessionsOf(shifts: readonly Shift[]): Shift[][] {
  const sessions: Shift[][] = []
  for (const shift of shifts) {
    const session = sessions.at(-1)
    const [first, last] = [session?.[0], session?.at(-1)]
    const isNext = first && last && shift.atMs - last.atMs < REST_MS && shift.atMs - first.atMs < LONGEST_MS
    if (isNext) session?.push(shift)
    else sessions.push([shift])
  }
  return sessions
}

/**
 * Collects layout shifts on the pages of a context.
 * @returns a function to call at the end: a sentence for each screen that moved more than allowed
 */
export async function watchLayout(context: BrowserContext): Promise<() => string[]> {
  const screens = new Map<string, Shift[]>()
  const pages = new Map<unknown, number>()
  await context.exposeBinding('reportShift', ({ page }, shift: Shift) => {
    // Pages of others, as those for cards and for Google's sign-in, are not ours to mend.
    if (shift.origin !== productUnderTest().siteUrl) return
    if (!pages.has(page)) pages.set(page, pages.size)
    const screen = `${shift.path} (page ${pages.get(page)})`
    screens.set(screen, [...(screens.get(screen) ?? []), shift])
  })
  await context.addInitScript(watchShifts, AFTER_PRESS_MS)
  return () =>
    [...screens].flatMap(([screen, shifts]) =>
      sessionsOf(shifts).flatMap((session) => {
        const sum = session.reduce((total, { score }) => total + score, 0)
        if (sum <= MOST) return []
        const lines = session.map(({ score, moved }) => `  ${score.toFixed(3)} ${moved.join('\n        ')}`)
        return [`${screen} moved by ${sum.toFixed(3)}\n${lines.join('\n')}`]
      }),
    )
}
