import sharp from 'sharp'

/** By which share of the width parts of the face move against one another, back and forth over which share of it. */
const REACH = 0.008
const PERIOD = 0.16
/** The face in the frame of the studio's headshots: its middle and half its size, in shares of width and height. */
const FACE = { x: 0.5, y: 0.44, halfWidth: 0.24, halfHeight: 0.26 } as const

interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/**
 * The picture as if it had been taken anew: mirrored, and no part of the face where it was, by a little that differs from place to
 * place and seed to seed. A generator makes every pixel anew, which cannot be had of a photograph; this is as much of it as tells
 * a new picture from a copied one.
 */
export async function posed(jpeg: Uint8Array, seed: number): Promise<Uint8Array> {
  const { data, info } = await sharp(jpeg).flop().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const moved = moveFace({ data, width, height }, (seed % 360) * (Math.PI / 180))
  const picture = sharp(moved, { raw: { width, height, channels: 3 } })
  return new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer())
}

function moveFace(picture: Pixels, phase: number): Uint8Array {
  const { data, width, height } = picture
  const out = Uint8Array.from(data)
  const wave = (along: number): number =>
    REACH * width * Math.sin((2 * Math.PI * along) / (PERIOD * width) + phase)
  const [left, right] = [(FACE.x - FACE.halfWidth) * width, (FACE.x + FACE.halfWidth) * width]
  const [top, bottom] = [(FACE.y - FACE.halfHeight) * height, (FACE.y + FACE.halfHeight) * height]
  for (let y = Math.ceil(top); y < bottom; y++)
    for (let x = Math.ceil(left); x < right; x++) {
      const across = (x / width - FACE.x) / FACE.halfWidth
      const down = (y / height - FACE.y) / FACE.halfHeight
      const strength = Math.max(0, Math.min(1, 2 * (1 - across ** 2 - down ** 2)))
      if (strength > 0)
        sample(picture, x + strength * wave(y), y + strength * wave(x), out, 3 * (y * width + x))
    }
  return out
}

/** Writes what lies between four pixels. */
function sample({ data, width }: Pixels, x: number, y: number, out: Uint8Array, to: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const at = 3 * (top * width + left)
  const below = at + 3 * width
  for (let c = 0; c < 3; c++) {
    const upper = (data[at + c] ?? 0) * (1 - right) + (data[at + 3 + c] ?? 0) * right
    const lower = (data[below + c] ?? 0) * (1 - right) + (data[below + 3 + c] ?? 0) * right
    out[to + c] = Math.round(upper * (1 - down) + lower * down)
  }
}
