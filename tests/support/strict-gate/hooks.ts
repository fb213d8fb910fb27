/**
 * Preloaded into a backend (`NODE_OPTIONS=--import`): the studio makes its pictures as ever, and `engine.ts` beside this
 * file says which of them are good enough, so that a journey knows how many come out.
 */
import { replaceEngine } from '#tests/support/replace-engine.ts'

replaceEngine(new URL('./engine.ts', import.meta.url).href)
