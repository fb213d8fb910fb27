/**
 * The backend as production starts it, with an engine and an eye that do as they are told: orders are drilled here, not
 * pictures. They take the place of the studio before anything is loaded.
 */
import { registerHooks } from 'node:module'

const STUDIO = /\/backend\/providers\/studio\/(open|engine|eye)\.ts$/
const scripted = new URL('./scripted-studio.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return STUDIO.test(found.url) ? { ...found, url: scripted } : found
  },
})
await import('#backend/main.ts')
