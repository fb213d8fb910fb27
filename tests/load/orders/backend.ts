/**
 * The backend as production starts it, with an engine and an eye that do as they are told, and pictures that are signed by
 * nobody: orders are drilled here. They take the place of studio and signer before anything is loaded.
 */
import { registerHooks } from 'node:module'

const REPLACED = /\/backend\/providers\/(studio\/(open|engine|eye)|signer\/c2pa)\.ts$/
const scripted = new URL('./scripted-studio.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return REPLACED.test(found.url) ? { ...found, url: scripted } : found
  },
})
await import('#backend/main.ts')
