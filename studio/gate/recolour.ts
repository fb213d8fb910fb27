import { CODE_OF_ROOT, LINEAR_OF_BYTE, luminance } from '#studio/picture/color.ts'

const STEPS = CODE_OF_ROOT.length - 2

/**
 * A black-and-white picture with the colours of its source: each pixel keeps its own luminance. The descriptors were
 * trained on colour pictures, and finishing changes a face's light only.
 */
export function recoloured(grey: Uint8Array, colours: Uint8Array): Uint8Array {
  const out = new Uint8Array(grey.length)
  for (let i = 0; i < out.length; i += 3) {
    const linear = (data: Uint8Array, c: number): number => LINEAR_OF_BYTE[data[i + c] ?? 0] ?? 0
    const [red, green, blue] = [linear(colours, 0), linear(colours, 1), linear(colours, 2)]
    const gain = linear(grey, 1) / Math.max(1e-4, luminance(red, green, blue))
    out[i] = codeOf(red * gain)
    out[i + 1] = codeOf(green * gain)
    out[i + 2] = codeOf(blue * gain)
  }
  return out
}

function codeOf(linear: number): number {
  return Math.round(255 * (CODE_OF_ROOT[Math.round(Math.sqrt(Math.min(1, linear)) * STEPS)] ?? 1))
}
