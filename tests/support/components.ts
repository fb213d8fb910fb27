import { configure } from '@testing-library/react'

// Waiting ends with its condition; a busy machine must not decide a test.
configure({ asyncUtilTimeout: 15_000 })
