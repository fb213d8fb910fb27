import { configure } from '@testing-library/react'

// Waiting ends with its condition; a busy machine must not decide a test.
configure({ asyncUtilTimeout: 15_000 })

// jsdom lays nothing out, so that no element ever changes its size.
globalThis.ResizeObserver = class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
