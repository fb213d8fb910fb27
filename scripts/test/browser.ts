import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium to test with: CHROMIUM_PATH, the system's, or the one Playwright has downloaded. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/** Installs Debian's Chromium where that can work. Throws a sentence that says what to do otherwise. */
export function ensureBrowser(): void {
  if (findBrowser()) return
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get install chromium) ...')
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
    if (findBrowser()) return
  }
  throw new Error(
    'The browser tests need Chromium. Install it with "apt-get install chromium" as root, or with ' +
      '"npx playwright install --with-deps chromium", or set CHROMIUM_PATH to a Chrome or Chromium program.',
  )
}
