import { configure } from '@testing-library/react'

// Waiting ends with what is waited for; how busy the machine is decides nothing.
configure({ asyncUtilTimeout: 15_000 })
