import { defineConfig } from 'playwright/test'
import { findTestBrowser } from '#scripts/browser.ts'

const executablePath = findTestBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    // Recording every journey took a twelfth of the processor time; `--trace on` does it for one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Containers give /dev/shm 64 MB and root no sandbox.
      args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
})
