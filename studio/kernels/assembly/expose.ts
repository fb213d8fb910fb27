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
  /** Gains of the light and skin 0..1, on cells, and a row of each with room for 4 pixels more. */
  gain: Spline
  skin: Spline
  gainRow: usize
  skinRow: usize
  /** Planes to be written. */
  r: usize
  g: usize
  b: usize
  /** Linear light by byte; code values by the root of light. */
  linear: usize
  codes: usize
  /** Exposure of everything, and the shares beyond 1 by which the whole picture's balance and then the skin's own move its channels. */
  exposure: f32
  wholeR: f32
  wholeG: f32
  wholeB: f32
  skinR: f32
  skinG: f32
  skinB: f32
  /** The whole picture's balance for what is not skin: red and blue beyond luminance that undo it once. */
  backR: f32
  backB: f32
  /** Red and blue beyond luminance of the face, over its squared length: 1 on the face's own colour, 0 on greys. */
  toneR: f32
  toneB: f32
}

/** Code values under new light, highlights rolled off; 0 where nothing is of the subject. */
export function expose(pointer: usize): void {
  const e = changetype<Exposure>(pointer)
  for (let y = 0; y < e.height; y++) {
    splineRow(e.gain, y, e.gainRow)
    splineRow(e.skin, y, e.skinRow)
    exposeRow(e, y * e.width)
  }
}

function exposeRow(e: Exposure, from: i32): void {
  const one = f32x4.splat(1)
  const none = f32x4.splat(0)
  for (let x = 0; x < e.width; x += 4) {
    const at = usize(from + x) << 2
    const inside = f32x4.gt(v128.load(e.alpha + at), none)
    // What goes beyond the row is written again with the next.
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
    const cast = u * f32x4.splat(e.backR) + v * f32x4.splat(e.backB)
    const alike = u * f32x4.splat(e.toneR) + v * f32x4.splat(e.toneB)
    const skin = ownSkin(v128.load(e.skinRow + (usize(x) << 2)), alike)
    const own = clamp4(alike * f32x4.splat(f32(1) / COLOURED), 0, 1)
    const share = mix4(clamp4(cast, 0, 1), own, skin)
    const gain = v128.load(e.gainRow + (usize(x) << 2)) * f32x4.splat(e.exposure)
    const red = gain * balance(e.wholeR, share, e.skinR, skin) * sourceR
    const green = gain * balance(e.wholeG, share, e.skinG, skin) * sourceG
    const blue = gain * balance(e.wholeB, share, e.skinB, skin) * sourceB
    v128.store(e.r + at, v128.and(inside, shouldered4(e, red)))
    v128.store(e.g + at, v128.and(inside, shouldered4(e, green)))
    v128.store(e.b + at, v128.and(inside, shouldered4(e, blue)))
  }
}

/** Light that is added to a pixel's own before its colour is judged: in the dark it is noise. */
const DARK: f32 = 0.01

/** From so much on the map needs no pixel to tell that it is skin. */
const SURE_SKIN: f32 = 0.97

function luminance(r: v128, g: v128, b: v128): v128 {
  return r * f32x4.splat(0.2126) + g * f32x4.splat(0.7152) + b * f32x4.splat(0.0722)
}

/** What one channel is multiplied by. */
function balance(whole: f32, share: v128, own: f32, skin: v128): v128 {
  const one = f32x4.splat(1)
  return (one + share * f32x4.splat(whole)) * (one + skin * f32x4.splat(own))
}

/** The skin's soft edge holds only where a pixel has something of the skin's colour: a collar beside a neck has not. @param alike 1 on the face's own colour */
function ownSkin(skin: v128, alike: v128): v128 {
  return skin * f32x4.pmax(smoothstep4(0.15, 0.5, alike), smoothstep4(0.8, SURE_SKIN, skin))
}

/** Of the face's colour; what of the skin has less takes less of its balance: where it shines grey it would turn blue. */
const COLOURED: f32 = 0.8

const SHOULDER: f32 = 0.6

/** Highlights above 0.6 linear rolled off, then code values. */
function shouldered4(e: Exposure, light: v128): v128 {
  const high = f32x4.gt(light, f32x4.splat(SHOULDER))
  if (!v128.any_true(high)) return codes4(e.codes, light)
  const room = f32(1) - SHOULDER
  const fall = exp4((f32x4.splat(SHOULDER) - light) * f32x4.splat(f32(1) / room))
  const rolled = f32x4.splat(1) - fall * f32x4.splat(room)
  return codes4(e.codes, v128.bitselect(rolled, light, high))
}
