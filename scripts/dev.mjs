import { runPinned } from './bootstrap.mjs'

runPinned('scripts/dev.ts')
