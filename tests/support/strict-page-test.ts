import { test as base, expect, type BrowserContext } from 'playwright/test'
import { watchLayout } from './layout-shift.ts'

/** What the browser says of no fault of a page. */
const NO_FAULT: readonly RegExp[] = [
  // Answers that are not 2xx or do not come: journeys provoke those on purpose.
  /^Failed to load resource/,
  // A mail is shown in a frame without scripts, where those of the test cannot run either.
  /^Blocked script execution in '[^']*\/mails\//,
  // What a browser says of a script that is gone, beside its 404.
  /^Refused to execute script from '[^']*\/of-an-old-build\.js'/,
]

function watch(context: BrowserContext, complain: (complaint: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complain(message.text())
  })
  context.on('weberror', (problem) => complain(String(problem.error())))
}

/** Playwright's test, which fails too when a page of any of its browsers complains in the console, throws or moves by itself. */
export const test = base.extend<{ soundPages: undefined }>({
  soundPages: [
    async ({ browser }, use) => {
      const complaints: string[] = []
      const layouts: (() => string[])[] = []
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        watch(context, (complaint) => {
          if (!NO_FAULT.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
        })
        layouts.push(await watchLayout(context))
        return context
      }
      await use(undefined)
      browser.newContext = newContext
      expect.soft(complaints).toEqual([])
      expect.soft(layouts.flatMap((moved) => moved()).join('\n')).toBe('')
    },
    { auto: true },
  ],
})
