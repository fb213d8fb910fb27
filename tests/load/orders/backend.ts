/**
 * The backend as in production, for drills: with scripted engine, eye and finishing, and unsigned pictures. They replace studio and
 * signer before any module is loaded. SCRIPTED_STUDIO is the address of another file that has them.
 */
import { registerHooks } from 'node:module'

const REPLACED = /\/backend\/providers\/(studio\/(open|engine|eye|finishing)|signer\/c2pa)\.ts$/
const scripted = process.env.SCRIPTED_STUDIO ?? new URL('./scripted-studio.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return REPLACED.test(found.url) ? { ...found, url: scripted } : found
  },
})
await import('#backend/main.ts')
