/**
 * Preloaded into a backend (`NODE_OPTIONS=--import`): the studio makes its pictures as ever, and `engine.ts` beside this
 * file, loaded in place of the studio's engine, says which of them are good enough, so that a journey knows how many come
 * out.
 */
import { registerHooks } from 'node:module'

const STUDIO_ENGINE = /\/backend\/providers\/studio\/engine\.ts$/
const REPLACEMENT = new URL('./engine.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    // The replacement imports the studio's engine itself.
    const isReplaced = STUDIO_ENGINE.test(found.url) && context.parentURL !== REPLACEMENT
    return isReplaced ? { ...found, url: REPLACEMENT } : found
  },
})
