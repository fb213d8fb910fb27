import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * Chromium's engine without a window: with the full browser the journeys take four fifths of the processor time in
 * it.
 */
const SHELL = '/usr/bin/chromium-headless-shell'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A full Chromium: CHROMIUM_PATH, the system's, or the one Playwright has downloaded. */
export function findBrowser(before: readonly string[] = []): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...before, ...SYSTEM_BROWSERS, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/** What the journeys run in. */
export const findTestBrowser = (): string | null => findBrowser([SHELL])

/** Installs Debian's Chromium for the journeys where that can work. Throws a sentence that says what to do otherwise. */
export function ensureBrowser(): void {
  if (findTestBrowser()) return
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get install chromium-headless-shell) ...')
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    for (const name of ['chromium-headless-shell', 'chromium']) {
      apt('install', '-y', '--no-install-recommends', name)
      if (findTestBrowser()) return
    }
  }
  throw new Error(
    'The browser tests need Chromium. Install it with "apt-get install chromium" as root, or with ' +
      '"npx playwright install --with-deps chromium", or set CHROMIUM_PATH to a Chrome or Chromium program.',
  )
}
