/**
 * Preloaded into the tests that Node runs. To tell the format of a `.js` file, Node parses the whole package.json above
 * it, once for each import of it: drizzle-orm's lists 130 kB of exports, and a thousand imports between its own files
 * took two thirds of the processor time in which a backend is loaded. The same modules are loaded either way.
 */
import { registerHooks, type ResolveFnOutput } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'

const PACKAGE = pathToFileURL(join(root, 'node_modules/drizzle-orm/')).href
/** Node's own answers, by specifier. */
const entryPoints = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    const isInside = context.parentURL?.startsWith(PACKAGE) === true
    if (isInside && specifier.startsWith('.') && specifier.endsWith('.js'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    const isEntryPoint = /^drizzle-orm(\/|$)/.test(specifier) && context.conditions.includes('import')
    if (!isEntryPoint) return next(specifier, context)
    const found = entryPoints.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    entryPoints.set(specifier, found)
    return found
  },
})
