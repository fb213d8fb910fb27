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

const SYSTEM_FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

function firstThere(candidates: readonly (string | undefined)[]): string | null {
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/** A full Chromium: CHROMIUM_PATH, the system's, or the one Playwright has downloaded. */
export function findBrowser(before: readonly string[] = []): string | null {
  return firstThere([process.env.CHROMIUM_PATH, ...before, ...SYSTEM_BROWSERS, chromium.executablePath()])
}

/** What the journeys run in. */
export const findTestBrowser = (): string | null => findBrowser([SHELL])

/** The Firefox of one journey: FIREFOX_PATH, or the system's. */
export const findFirefox = (): string | null => firstThere([process.env.FIREFOX_PATH, ...SYSTEM_FIREFOXES])

/** Installs Debian's Chromium for the journeys where that can work. Throws a sentence that says what to do otherwise. */
export function ensureBrowser(): void {
  if (isThereOrInstalled(findTestBrowser, ['chromium-headless-shell', 'chromium'])) return
  throw new Error(
    'The browser tests need Chromium. Install it with "apt-get install chromium" as root, or with ' +
      '"npx playwright install --with-deps chromium", or set CHROMIUM_PATH to a Chrome or Chromium program.',
  )
}

/** The same with Debian's Firefox for the journey in it. */
export function ensureFirefox(): void {
  if (isThereOrInstalled(findFirefox, ['firefox-esr'])) return
  throw new Error(
    'One browser test needs Firefox. Install it with "apt-get install firefox-esr" as root, or set FIREFOX_PATH ' +
      'to a Firefox program.',
  )
}

/** Installs the Debian packages one after the other, as root, until the program is found. */
function isThereOrInstalled(find: () => string | null, packages: readonly string[]): boolean {
  if (find()) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  console.log(`Installing what the browser tests need (apt-get install ${packages.join(', else ')}) ...`)
  apt('update')
  return packages.some((name) => {
    apt('install', '-y', '--no-install-recommends', name)
    return find() !== null
  })
}
