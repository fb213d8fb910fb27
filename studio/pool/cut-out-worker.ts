import { cutOutOf } from '#studio/nets/cut-out.ts'
import { serve } from './serve.ts'

/** One process a studio holds the net that cuts out: it takes half a gigabyte, and every processor, by itself. */
const handlers = { cutOut: cutOutOf }
export type CutOutCalls = typeof handlers

serve(handlers)
