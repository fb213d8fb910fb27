import { runPinned } from './bootstrap.mjs'

runPinned('scripts/start.ts')
