import { cutOutOf } from '#studio/nets/cut-out.ts'
import { serveShared } from './serve-shared.ts'

/** One process per machine holds the cut-out net: the net takes a gigabyte, and every processor. */
const handlers = { cutOut: cutOutOf }
export type CutOutCalls = typeof handlers

await serveShared(handlers)
