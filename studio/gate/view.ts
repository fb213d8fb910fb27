import type { Face } from '#studio/nets/face.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { faceHeight } from '#studio/person/landmarks.ts'
import type { Plane, Raster, Size } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { colourCells } from '#studio/measure/colour-cells.ts'
import type { ColourCells, CutoutCells } from '#studio/measure/colour-cells.ts'
import { recoloured } from './recolour.ts'

/** What an engine knows that cut the subject out of a selfie; of the finished picture's frame, in any resolution. */
export interface KnownCut extends Size {
  /** The subject's own colours before relighting, interleaved. */
  colours: Uint8Array
  /** 0..255. */
  alpha: Uint8Array
  /** The mesh of the face in the cut-out's pixels, before finishing. */
  mesh: Float32Array
}

/** The finished picture as the measures take it: reduced once, segmented once. */
export interface PictureView extends Size, CutoutCells {
  /** Interleaved; of a black-and-white picture in the selfie's colours where they are known. */
  data: Uint8Array
  /** The same as ratios of the channels, on every second pixel. */
  cells: ColourCells
  /** Whether `data` has colours. */
  isColour: boolean
  /** In the view's pixels. */
  mesh: Float32Array
  /** Forehead to chin in the view's pixels. */
  faceHeight: number
  /** The segmentation net's logit of "person", on the finished picture. */
  person: Plane
  /**
   * The subject's share of each pixel, 0..255: the engine's own matte where it gave one, the segmentation net's
   * elsewhere.
   */
  alpha: Uint8Array
  /** Whether `alpha` is the engine's own: the net's outline is too coarse for anything fine. */
  isCut: boolean
  /**
   * The subject's colours before relighting; null where no engine gave them or the picture has no colours to compare.
   */
  colours: Uint8Array | null
  /** Before relighting, as `cells`, of a black-and-white picture too; null where no engine knows them. */
  source: ColourCells | null
}

/** Half a headshot: a pixel is about half a millimetre of a face. Pictures of another shape keep the width. */
export const VIEW_SIZE = { width: 512, height: 640 } as const

/** View pixels per cell of colour. */
export const CELL = 2

/** The finished picture, and its engine's matte and colours, on one grid of half the size. */
export async function viewOf(
  raster: Raster,
  face: Pick<Face, 'mesh'>,
  cut: KnownCut | null,
  { colourless }: { colourless: boolean },
): Promise<PictureView> {
  const scale = VIEW_SIZE.width / raster.width
  const size = { width: VIEW_SIZE.width, height: Math.round(raster.height * scale) }
  const reduced = await resized({ ...raster, channels: 3 }, size)
  const person = await segmentPerson({ ...size, data: reduced })
  const mesh = face.mesh.map((value) => value * scale)
  const known = cut && {
    alpha: await resized({ ...cut, channels: 1, data: cut.alpha }, size),
    colours: await resized({ ...cut, channels: 3, data: cut.colours }, size),
  }
  const colours = colourless ? null : (known?.colours ?? null)
  const data = colourless && known ? recoloured(reduced, known.colours) : reduced
  return {
    ...size,
    data,
    cells: colourCells(data, size, CELL),
    isColour: !colourless || known !== null,
    mesh,
    faceHeight: faceHeight(mesh),
    person,
    alpha: known?.alpha ?? Uint8Array.from(person.data, (logit) => Math.round(255 / (1 + Math.exp(-logit)))),
    isCut: known !== null,
    colours,
    source: known && colourCells(known.colours, size, CELL),
  }
}
