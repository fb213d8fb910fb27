import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#scripts/start/root.ts'

/**
 * What tests start their programs with that load a backend: it is loaded in a third of the processor time so.
 * Flags of Node, also for `NODE_OPTIONS`.
 */
export const QUICK_START = `--import=${pathToFileURL(join(root, 'scripts/test/resolve-drizzle.ts')).href}`

const { NODE_COMPILE_CACHE } = process.env
/** Environment of these programs: they share one cache of compiled code. */
export const CODE_CACHE: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
