import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Factory from 'libheif-js/libheif-wasm/libheif.js'
import type { Raster, Size } from '#studio/picture/raster.ts'

export interface HeicPicture extends Size {
  /** Upright by the file's own transformations; null when the coded picture is damaged, or larger than the file says. */
  decode: () => Raster | null
}

interface Channel extends Raster {
  id: unknown
  stride: number
}

type Module = ReturnType<typeof Factory>
type Handle = Parameters<Module['heif_image_handle_get_width']>[0]

/** libheif's module with the two functions that its published types leave out. */
interface LibHeif extends Module {
  heif_js_context_get_primary_image_handle: (
    ...input: Parameters<Module['heif_js_context_get_primary_image_handle']>
  ) => Handle & { code?: unknown }
  heif_js_decode_image2: (...input: Parameters<Module['heif_js_decode_image2']>) => { channels?: Channel[] }
}

const require = createRequire(import.meta.url)
let compiled: Promise<WebAssembly.Module> | undefined

/**
 * A decoder of its own for every file, some 15 ms: WebAssembly memory never shrinks, and a decoder that met a bad file
 * is not used again. Its diagnostics are dropped; the caller has the reason.
 */
async function startLibHeif(): Promise<LibHeif> {
  compiled ??= readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  const module = await compiled
  const create = require('libheif-js/libheif-wasm/libheif.js') as typeof Factory
  return create({
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports)
      done(instance)
      return instance.exports
    },
    print: () => undefined,
    printErr: () => undefined,
  })
}

/** Opens the file's primary picture without decoding it; null when the file has none. May throw on bad bytes. */
export async function openHeic(bytes: Uint8Array): Promise<HeicPicture | null> {
  const lib = await startLibHeif()
  const context = lib.heif_context_alloc()
  const read = lib.heif_context_read_from_memory(context, bytes)
  if (read.code !== lib.heif_error_code.heif_error_Ok) return null
  const handle = lib.heif_js_context_get_primary_image_handle(context)
  if (handle.code !== undefined) return null
  const width = lib.heif_image_handle_get_width(handle)
  const height = lib.heif_image_handle_get_height(handle)
  const decode = (): Raster | null => {
    const { channels }: { channels?: Channel[] } = lib.heif_js_decode_image2(
      handle,
      lib.heif_colorspace.heif_colorspace_RGB,
      lib.heif_chroma.heif_chroma_interleaved_RGB,
    )
    const channel = channels?.find(({ id }) => id === lib.heif_channel.heif_channel_interleaved)
    if (channel?.width !== width || channel.height !== height) return null
    return { width, height, data: withoutPadding(channel) }
  }
  return { width, height, decode }
}

/** Rows moved together where libheif padded them: a view into memory of its own, which is freed with it. */
function withoutPadding({ width, height, stride, data }: Channel): Uint8Array {
  const row = 3 * width
  if (stride !== row) {
    for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row)
  }
  return data.subarray(0, row * height)
}
