import { runPinned } from './bootstrap.mjs'

runPinned('scripts/test.ts')
