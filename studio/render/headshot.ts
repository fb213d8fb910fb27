import sharp from 'sharp'
import { fastCode, LINEAR_OF_BYTE, luminance } from '#studio/color.ts'
import { blur, enlarge, reduce, smoothstep } from '#studio/matte/filters.ts'
import {
  faceHeight,
  fillPolygon,
  LEFT_EYE,
  MOUTH,
  outline,
  RIGHT_EYE,
  vertex,
  CHIN,
} from '#studio/person/landmarks.ts'
import { eyeLine } from '#studio/person/landmarks.ts'
import { pixelsOf } from '#studio/person/model.ts'
import type { ModelSelfie, PersonModel } from '#studio/person/model.ts'
import { faceOval, facialSkin } from '#studio/person/skin.ts'
import type { Plane, Raster } from '#studio/raster.ts'
import { drawBackdrop } from '#studio/scene/backdrop.ts'
import { STYLES, VARIATIONS } from '#studio/styles.ts'
import type { Style, StyleId, Variation } from '#studio/styles.ts'
import { composite, finish } from './composite.ts'
import type { Shot } from './plan.ts'
import { relightGain, subjectNormals } from './relight.ts'
import { brighten, retouch } from './retouch.ts'
import type { Picture } from './retouch.ts'
import { skinGains } from './tone.ts'

export { planBundle } from './plan.ts'
export type { Shot } from './plan.ts'

export const HEADSHOT_WIDTH = 1024
export const HEADSHOT_HEIGHT = 1280

/** Cells of the light grid, pixels. */
const CELL = 8
const FLATTEN = 0.55
const GAIN_LIMIT = 0.55
/** The tightest crop enlarges a framed selfie by at most this. */
const LARGEST_ENLARGEMENT = 1.12

interface CropBox {
  left: number
  top: number
  width: number
  height: number
}

/** First row the subject reaches, by alpha. */
function crownOf(alpha: Uint8Array, width: number, height: number): number {
  for (let y = 0; y < height; y++) {
    let solid = 0
    for (let x = 0; x < width; x += 2) if ((alpha[y * width + x] ?? 0) > 128) solid++
    if (solid > width * 0.012) return y
  }
  return 0
}

/** The part of the framed selfie that a variation shows. */
export function chooseCrop(selfie: ModelSelfie, crown: number, style: Style, variation: Variation): CropBox {
  const chin = vertex(selfie.mesh, CHIN).y
  const wanted = style.headShare * variation.tightness
  const least = HEADSHOT_HEIGHT / LARGEST_ENLARGEMENT
  const height = Math.round(Math.min(selfie.height, Math.max(least, (chin - crown) / wanted)))
  const width = Math.round((height * HEADSHOT_WIDTH) / HEADSHOT_HEIGHT)
  const share = (chin - crown) / height
  // Crown margin shrinks as the head fills the picture; it may not leave the frame's top.
  const margin = Math.max(0.045, Math.min(0.11, 0.085 + (0.52 - share) * 0.25))
  const top = Math.round(Math.min(selfie.height - height, Math.max(0, crown - margin * height)))
  const eyes = eyeLine(selfie.mesh).middle.x
  const axis = eyes * 0.75 + headMiddle(selfie) * 0.25
  const left = Math.round(axis - width * (0.5 + variation.offset))
  return { left: Math.min(selfie.width - width, Math.max(0, left)), top, width, height }
}

function headMiddle(selfie: ModelSelfie): number {
  return (vertex(selfie.mesh, 234).x + vertex(selfie.mesh, 454).x) / 2
}

async function resized(
  data: Uint8Array,
  size: { width: number; height: number; channels: 1 | 3 },
  box: CropBox,
): Promise<Uint8Array> {
  const input = sharp(data, { raw: size }).extract(box)
  const scaled =
    box.width === HEADSHOT_WIDTH && box.height === HEADSHOT_HEIGHT
      ? input
      : input.resize(HEADSHOT_WIDTH, HEADSHOT_HEIGHT, { fit: 'fill', kernel: 'cubic' })
  return (size.channels === 1 ? scaled.toColourspace('b-w') : scaled).raw().toBuffer()
}

/** One selfie cropped to the headshot: colours, alpha and mesh on the same pixels. */
interface Cut {
  colours: Uint8Array
  alpha: Plane
  mesh: Float32Array
  scale: number
}

async function cutOut(selfie: ModelSelfie, style: Style, variation: Variation): Promise<Cut> {
  const { foreground, alpha } = await pixelsOf(selfie)
  const { width, height } = selfie
  const box = chooseCrop(selfie, crownOf(alpha, width, height), style, variation)
  const [colours, coverage] = await Promise.all([
    resized(foreground, { width, height, channels: 3 }, box),
    resized(alpha, { width, height, channels: 1 }, box),
  ])
  const scale = HEADSHOT_WIDTH / box.width
  const mesh = Float32Array.from(selfie.mesh)
  for (let i = 0; i < mesh.length; i += 3) {
    mesh[i] = ((mesh[i] ?? 0) - box.left) * scale
    mesh[i + 1] = ((mesh[i + 1] ?? 0) - box.top) * scale
    mesh[i + 2] = (mesh[i + 2] ?? 0) * scale
  }
  const data = Float32Array.from(coverage, (value) => value / 255)
  return { colours, alpha: { width: HEADSHOT_WIDTH, height: HEADSHOT_HEIGHT, data }, mesh, scale }
}

/** Log gains of the new light at full size; `lift` is the log gain that exposure will add to all of it. */
function lightOf(cut: Cut, skin: Plane, lift: number, style: Style, variation: Variation): Plane {
  const { width, height, data: alpha } = cut.alpha
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const at = i * 3
    luma[i] =
      (alpha[i] ?? 0) *
      luminance(
        LINEAR_OF_BYTE[cut.colours[at] ?? 0] ?? 0,
        LINEAR_OF_BYTE[cut.colours[at + 1] ?? 0] ?? 0,
        LINEAR_OF_BYTE[cut.colours[at + 2] ?? 0] ?? 0,
      )
  }
  const grid = reduce({ width, height, data: luma }, CELL)
  const logLuminance = grid.data.map((value) => Math.log(Math.max(0.002, value)))
  const oval = faceOval(cut.mesh, width, height, 1.04)
  const normals = subjectNormals(
    cut.mesh,
    reduce(cut.alpha, CELL),
    reduce({ width, height, data: oval }, CELL),
    CELL,
  )
  const skinCells = reduce(skin, CELL).data
  const gain = relightGain({
    normals,
    logLuminance,
    skin: skinCells,
    flatten: FLATTEN,
    key: style.light.key * variation.key,
    side: variation.side,
    azimuthDeg: style.light.azimuthDeg,
    elevationDeg: style.light.elevationDeg,
    limit: GAIN_LIMIT,
  })
  holdHighlights(gain.data, logLuminance, skinCells, lift)
  return enlarge(gain, width, height)
}

/** What is already brighter than the face (white hair, shirts, light from behind) takes little of a lift. */
function holdHighlights(
  gain: Float32Array,
  logLuminance: Float32Array,
  skin: Float32Array,
  lift: number,
): void {
  if (lift <= 0) return
  let sum = 0
  let count = 1e-6
  for (let i = 0; i < gain.length; i++) {
    if ((skin[i] ?? 0) < 0.5) continue
    sum += logLuminance[i] ?? 0
    count++
  }
  const face = sum / count
  for (let i = 0; i < gain.length; i++) {
    gain[i] = (gain[i] ?? 0) - lift * 0.9 * smoothstep(0.25, 1.1, (logLuminance[i] ?? 0) - face)
  }
}

/** Colour-matched, relit code values of the subject. */
function exposed(cut: Cut, gains: readonly [number, number, number], light: Plane): Picture {
  const { width, height } = cut.alpha
  const size = width * height
  const planes: Picture['planes'] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  const [r, g, b] = planes
  const [gr, gg, gb] = gains
  for (let i = 0; i < size; i++) {
    if ((cut.alpha.data[i] ?? 0) === 0) continue
    const gain = Math.exp(light.data[i] ?? 0)
    const at = i * 3
    r[i] = shouldered((LINEAR_OF_BYTE[cut.colours[at] ?? 0] ?? 0) * gr * gain)
    g[i] = shouldered((LINEAR_OF_BYTE[cut.colours[at + 1] ?? 0] ?? 0) * gg * gain)
    b[i] = shouldered((LINEAR_OF_BYTE[cut.colours[at + 2] ?? 0] ?? 0) * gb * gain)
  }
  return { width, height, planes }
}

/** Code value with highlights above 0.6 linear rolled off, so that lifted skin and shirts keep their modelling. */
function shouldered(linear: number): number {
  return fastCode(linear < 0.6 ? linear : 0.6 + 0.4 * (1 - Math.exp((0.6 - linear) / 0.4)))
}

/** Skin of face, ears and neck: near the face's own colour, near the face, soft-edged. */
function skinMap(picture: Picture, cut: Cut, facial: Float32Array): Plane {
  const { width, height, planes } = picture
  const soft = blur({ width, height, data: facial }, faceHeight(cut.mesh) * 0.008)
  for (let i = 0; i < soft.data.length; i++) {
    const r = planes[0][i] ?? 0
    // Brows, beards and hair inside the oval are darker and greyer than skin.
    const warm = smoothstep(0.02, 0.1, r - (planes[2][i] ?? 0)) * smoothstep(0.12, 0.26, r)
    soft.data[i] = (soft.data[i] ?? 0) * (warm * smoothstep(0.9, 1, cut.alpha.data[i] ?? 0))
  }
  return soft
}

function softPolygons(cut: Cut, parts: readonly (readonly number[])[], sigma: number): Plane {
  const { width, height } = cut.alpha
  const data = new Float32Array(width * height)
  for (const part of parts) fillPolygon(data, width, height, outline(cut.mesh, part), 1)
  return blur({ width, height, data }, sigma)
}

/**
 * One finished headshot, 1024x1280. The same model, style and shot give the same pixels.
 * @throws RangeError when the model holds no such selfie or the style no such variation
 */
export async function renderShot(model: PersonModel, styleId: StyleId, shot: Shot): Promise<Raster> {
  const selfie = model.selfies.find(({ id }) => id === shot.selfieId)
  const variation = VARIATIONS[shot.variation]
  if (!selfie) throw new RangeError(`the model has no selfie ${shot.selfieId}`)
  if (!variation) throw new RangeError(`no variation ${shot.variation}`)
  const style = STYLES[styleId]
  const cut = await cutOut(selfie, style, variation)
  const { width, height } = cut.alpha
  const facial = facialSkin(cut.mesh, width, height)
  const gains = skinGains(selfie.skin.lab, model.skin)
  const light = lightOf(cut, { width, height, data: facial }, Math.log(luminance(...gains)), style, variation)
  const picture = exposed(cut, gains, light)
  const tall = faceHeight(cut.mesh)
  retouch(picture, { skin: skinMap(picture, cut, facial), faceHeight: tall, strength: 1 })
  brighten(
    picture,
    softPolygons(cut, [RIGHT_EYE, LEFT_EYE], tall * 0.004),
    softPolygons(cut, [MOUTH], tall * 0.004),
  )
  const eyes = eyeLine(cut.mesh)
  const backdrop = drawBackdrop({
    set: style.scene,
    lens: style.lens,
    seed: shot.seed,
    variation: shot.variation,
    width,
    height,
    side: variation.side,
    light: variation.backdrop,
    headX: eyes.middle.x / width,
    headY: eyes.middle.y / height,
    surroundLuminance: selfie.surroundLuminance * luminance(...gains),
  })
  const whole = composite({
    subject: picture,
    alpha: cut.alpha,
    backdrop,
    side: variation.side,
    wrap: style.light.wrap,
    rim: style.light.rim,
    shadow: style.light.shadow,
    faceHeight: tall,
  })
  const enlarged = cut.scale / selfie.sourceScale
  return finish(whole, {
    contrast: style.grade.contrast + variation.grade.contrast,
    saturation: style.grade.saturation,
    warmth: style.grade.warmth + variation.grade.warmth,
    exposureEv: style.grade.exposureEv + variation.grade.exposureEv,
    vignette: style.grade.vignette,
    grain: style.grade.grain,
    sharpenSigma: Math.min(2.4, 0.9 + 0.45 * Math.max(0, enlarged - 0.8)),
    sharpenAmount: Math.min(0.9, 0.35 + 0.25 * Math.max(0, enlarged - 0.8)),
    seed: shot.seed,
  })
}
