import sharp from 'sharp'

/** Share of the width by which parts of the face move against one another, and over which share of it they do so back and forth. */
const REACH = 0.008
const PERIOD = 0.16
/** The frame of the studio's headshots: the face's middle and half its size, in shares of width and height. */
const FACE = { x: 0.5, y: 0.44, halfWidth: 0.24, halfHeight: 0.26 } as const

/**
 * The picture as if it had been taken anew: the head mirrored and no part of the face where it was, by a little that differs from
 * place to place and seed to seed. What a generator does, which makes every pixel anew, cannot be had of a photograph; this is
 * as much of it as tells a new picture from a copied one.
 */
export async function posed(jpeg: Uint8Array, seed: number): Promise<Uint8Array> {
  const { data, info } = await sharp(jpeg).flop().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const out = Buffer.alloc(data.length)
  const phase = (seed % 360) * (Math.PI / 180)
  const [reach, period] = [REACH * width, PERIOD * width]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const within =
        1 - ((x / width - FACE.x) / FACE.halfWidth) ** 2 - ((y / height - FACE.y) / FACE.halfHeight) ** 2
      const strength = Math.max(0, Math.min(1, 2 * within)) * reach
      const fromX = x + strength * Math.sin((2 * Math.PI * y) / period + phase)
      const fromY = y + strength * Math.sin((2 * Math.PI * x) / period + phase)
      blend(data, { width, height, channels }, fromX, fromY, out, (y * width + x) * channels)
    }
  }
  return new Uint8Array(
    await sharp(out, { raw: { width, height, channels } }).jpeg({ quality: 95 }).toBuffer(),
  )
}

/** Writes the pixel between four others. */
function blend(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
  x: number,
  y: number,
  out: Buffer,
  to: number,
): void {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const [right, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const at = (top * width + left) * channels
  for (let c = 0; c < channels; c++) {
    const value = (offset: number): number => data[at + offset + c] ?? 0
    const upper = value(0) * (1 - right) + value(channels) * right
    const lower = value(width * channels) * (1 - right) + value((width + 1) * channels) * right
    out[to + c] = Math.round(upper * (1 - down) + lower * down)
  }
}
