import { cutOutOf } from '#studio/nets/cut-out.ts'
import { serveShared } from './serve-shared.ts'

/** One process a machine holds the net that cuts out: it takes a gigabyte, and every processor, by itself. */
const handlers = { cutOut: cutOutOf }
export type CutOutCalls = typeof handlers

await serveShared(handlers)
