import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Factory from 'libheif-js/libheif-wasm/libheif.js'

const require = createRequire(import.meta.url)
let compiled: Promise<WebAssembly.Module> | undefined

/** A `heif_error`: code, subcode, message. */
const ERROR_BYTES = 12
/** Integers that a call may write. */
export const INTS_MAX = 32

/**
 * libheif by its C interface (heif.h): handles are addresses, structures are returned to an address that comes first.
 */
export interface LibHeif {
  c: ReturnType<typeof Factory>
  /** The module's memory as it is now: a call that needs more replaces it. */
  memory: () => Uint8Array
  /** The address that a call wrote; null where the call failed. */
  pointerOf: (call: (error: number, out: number) => void) => number | null
  /** What a call wrote, as at most `INTS_MAX` 32-bit integers. */
  intsOf: (call: (out: number) => void) => Int32Array
}

/**
 * A decoder of its own for every file, some 15 ms: WebAssembly memory never shrinks, and a decoder that met a bad file
 * is not used again. Its diagnostics are dropped; the caller has the reason.
 */
export async function startLibHeif(): Promise<LibHeif> {
  compiled ??= readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  const module = await compiled
  const create = require('libheif-js/libheif-wasm/libheif.js') as typeof Factory
  const c = create({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports)
      done(instance)
      return instance.exports
    },
    print: () => undefined,
    printErr: () => undefined,
  })
  const [error, out] = [c._malloc(ERROR_BYTES), c._malloc(4 * INTS_MAX)]
  const intsAt = (address: number): Int32Array =>
    new Int32Array((c.HEAP32 as Int32Array).buffer, address, INTS_MAX)
  return {
    c,
    memory: () => c.HEAPU8 as Uint8Array,
    pointerOf: (call) => {
      call(error, out)
      return intsAt(error)[0] === 0 ? (intsAt(out)[0] ?? null) : null
    },
    intsOf: (call) => {
      call(out)
      return intsAt(out).slice()
    },
  }
}
