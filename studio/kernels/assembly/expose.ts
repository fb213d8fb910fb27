import { exp4 } from './math'
import { blue4, clamp4, codes4, gather4, green4, mix4, red4, smoothstep4 } from './pixels'
import { Spline, splineRow } from './soften'

// From the bytes of a cut-out to code values under new light.

class Exposure {
  width: i32
  height: i32
  /** Interleaved bytes, and coverage 0..1. */
  colours: usize
  alpha: usize
  /** Gains of the light on cells, and a row of them with room for 4 pixels more. */
  gain: Spline
  gainRow: usize
  /** Planes to be written. */
  r: usize
  g: usize
  b: usize
  /** Linear light by byte; code values by the root of light. */
  linear: usize
  codes: usize
  /** Shares beyond 1 by which the balance moves the channels of skin. */
  red: f32
  green: f32
  blue: f32
  /** Red and blue beyond luminance that undo the balance. */
  backR: f32
  backB: f32
  /** Red and blue beyond luminance of the face, over its squared length: 1 on the face's own colour, 0 on greys. */
  toneR: f32
  toneB: f32
}

/** Code values under new light, highlights rolled off; 0 where the subject has no pixels. */
export function expose(pointer: usize): void {
  const e = changetype<Exposure>(pointer)
  for (let y = 0; y < e.height; y++) {
    splineRow(e.gain, y, e.gainRow)
    exposeRow(e, y * e.width)
  }
}

function exposeRow(e: Exposure, from: i32): void {
  const one = f32x4.splat(1)
  const none = f32x4.splat(0)
  for (let x = 0; x < e.width; x += 4) {
    const at = usize(from + x) << 2
    const inside = f32x4.gt(v128.load(e.alpha + at), none)
    // Values beyond the row's end are overwritten by the next row.
    if (!v128.any_true(inside)) {
      v128.store(e.r + at, none)
      v128.store(e.g + at, none)
      v128.store(e.b + at, none)
      continue
    }
    const pixels = v128.load(e.colours + usize(from + x) * 3)
    const sourceR = gather4(e.linear, red4(pixels))
    const sourceG = gather4(e.linear, green4(pixels))
    const sourceB = gather4(e.linear, blue4(pixels))
    const light = luminance(sourceR, sourceG, sourceB)
    const over = one / (light + f32x4.splat(DARK))
    const u = (sourceR - light) * over
    const v = (sourceB - light) * over
    const gain = v128.load(e.gainRow + (usize(x) << 2))
    const alike = clamp4(u * f32x4.splat(e.toneR) + v * f32x4.splat(e.toneB), 0, 1)
    let red = gain * (one + alike * f32x4.splat(e.red)) * sourceR
    let green = gain * (one + alike * f32x4.splat(e.green)) * sourceG
    let blue = gain * (one + alike * f32x4.splat(e.blue)) * sourceB
    const cast = (u * f32x4.splat(e.backR) + v * f32x4.splat(e.backB)) / (u * u + v * v + f32x4.splat(LEAST))
    const white = smoothstep4(DIM, BRIGHT, gain * light) * (one - smoothstep4(PALE, COLOURED, alike))
    const bled = clamp4(cast, 0, 1) * white
    const level = luminance(red, green, blue)
    red = mix4(red, level, bled)
    green = mix4(green, level, bled)
    blue = mix4(blue, level, bled)
    const most = f32x4.pmax(red, f32x4.pmax(green, blue))
    if (v128.any_true(v128.and(inside, f32x4.gt(most, f32x4.splat(SHOULDER))))) {
      const fall = rolledOff4(most) / f32x4.pmax(most, f32x4.splat(SHOULDER))
      const kept = v128.bitselect(fall, one, f32x4.gt(most, f32x4.splat(SHOULDER)))
      red = mix4(rolledOff4(red), red * kept, f32x4.splat(HUE_KEPT))
      green = mix4(rolledOff4(green), green * kept, f32x4.splat(HUE_KEPT))
      blue = mix4(rolledOff4(blue), blue * kept, f32x4.splat(HUE_KEPT))
    }
    v128.store(e.r + at, v128.and(inside, codes4(e.codes, red)))
    v128.store(e.g + at, v128.and(inside, codes4(e.codes, green)))
    v128.store(e.b + at, v128.and(inside, codes4(e.codes, blue)))
  }
}

/** Light that is added to a pixel's own before its colour is judged: in the dark it is noise. */
const DARK: f32 = 0.01

function luminance(r: v128, g: v128, b: v128): v128 {
  return r * f32x4.splat(0.2126) + g * f32x4.splat(0.7152) + b * f32x4.splat(0.0722)
}

/** Squared length of a colour too weak to be seen. */
const LEAST: f32 = 0.0004
/**
 * Light from which a nearly colourless pixel may be white under a cast, and from which it is; and light from which a
 * pixel of the skin's colour is too bright to be white.
 */
const DIM: f32 = 0.2
const BRIGHT: f32 = 0.5
const PALE: f32 = 0.3
const COLOURED: f32 = 0.7

/** As `shouldered` in `render/light.ts`. */
const SHOULDER: f32 = 0.6
const HUE_KEPT: f32 = 0.7

function rolledOff4(light: v128): v128 {
  const room = f32(1) - SHOULDER
  const fall = exp4((f32x4.splat(SHOULDER) - light) * f32x4.splat(f32(1) / room))
  const rolled = f32x4.splat(1) - fall * f32x4.splat(room)
  return v128.bitselect(rolled, light, f32x4.gt(light, f32x4.splat(SHOULDER)))
}
