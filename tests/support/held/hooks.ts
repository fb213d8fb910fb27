/** Preloaded into a backend (`NODE_OPTIONS=--import`): its engine works as ever and does not come to an end, see `engine.ts`. */
import { replaceEngine } from '#tests/support/replace-engine.ts'

replaceEngine(new URL('./engine.ts', import.meta.url).href)
