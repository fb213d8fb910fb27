import { registerHooks } from 'node:module'

const STUDIO_ENGINE = /\/backend\/providers\/studio\/engine\.ts$/

/** Has this process load another module, which may import the studio's engine itself, in its place. */
export function replaceEngine(replacement: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const isReplaced = STUDIO_ENGINE.test(found.url) && context.parentURL !== replacement
      return isReplaced ? { ...found, url: replacement } : found
    },
  })
}
