import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Studio } from '#studio/studio.ts'
import type { Order } from './order.ts'

/** Writes a headshot as `name.jpg` and beside it the ordered enlargement and formats. */
export async function deliver(
  studio: Pick<Studio, 'upscale' | 'exportHeadshot'>,
  { out, upscale, exports }: Pick<Order, 'out' | 'upscale' | 'exports'>,
  name: string,
  jpeg: Uint8Array,
): Promise<void> {
  await writeFile(path.join(out, `${name}.jpg`), jpeg)
  if (upscale !== null) {
    const large = await studio.upscale(jpeg, upscale)
    await writeFile(path.join(out, `${name}-${upscale}x.jpg`), large.jpeg)
  }
  if (exports.length === 0) return
  for (const { presetId, extension, bytes } of await studio.exportHeadshot(jpeg, exports))
    await writeFile(path.join(out, `${name}-${presetId}.${extension}`), bytes)
}
