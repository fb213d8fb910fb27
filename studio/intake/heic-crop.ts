import type { Size } from '#studio/picture/raster.ts'
import { INTS_MAX, type LibHeif } from './libheif.ts'

/** Pixels to cut at each edge of a picture. */
export interface Margins {
  left: number
  top: number
  right: number
  bottom: number
}

/** `enum heif_transform_mirror_direction` */
const TOP_TO_BOTTOM = 0
const CROP = Buffer.from('clap').readUInt32BE()
const MIRROR = Buffer.from('imir').readUInt32BE()
/** A clean aperture box: its size, its name, eight numbers (ISO/IEC 14496-12, 12.1.4). */
const CROP_BOX = Buffer.from('\0\0\0\u0028clap', 'latin1')
const ROTATION_BOX_BY_NOTHING = Buffer.from('\0\0\0\u0028irot\0', 'latin1')

/** A picture's size within its margins. */
export function within({ width, height }: Size, { left, top, right, bottom }: Margins): Size {
  return { width: width - left - right, height: height - top - bottom }
}

/**
 * The margins of all crops of a picture together, in the upright picture; the file's transformations apply in their
 * order.
 */
export function marginsOf({ c, intsOf }: LibHeif, context: number, handle: number): Margins {
  const item = c._heif_image_handle_get_item_id(handle)
  const count = c._heif_item_get_transformation_properties(context, item, 0, 0)
  const properties = intsOf((out) => {
    c._heif_item_get_transformation_properties(context, item, out, INTS_MAX)
  })
  let width = c._heif_image_handle_get_ispe_width(handle)
  let height = c._heif_image_handle_get_ispe_height(handle)
  let margins: Margins = { left: 0, top: 0, right: 0, bottom: 0 }
  for (const property of properties.subarray(0, count)) {
    const { left, top, right, bottom } = margins
    const type = c._heif_item_get_property_type(context, item, property)
    if (type === CROP) {
      const inner = within({ width, height }, margins)
      const crop = [context, item, property, inner.width, inner.height] as const
      const cut = intsOf((out) =>
        c._heif_item_get_property_transform_crop_borders(...crop, out, out + 4, out + 8, out + 12),
      )
      const [cutLeft = 0, cutTop = 0, cutRight = 0, cutBottom = 0] = cut.map((border) => Math.max(0, border))
      margins = {
        left: left + cutLeft,
        top: top + cutTop,
        right: right + cutRight,
        bottom: bottom + cutBottom,
      }
    } else if (type === MIRROR) {
      const isUpsideDown =
        c._heif_item_get_property_transform_mirror(context, item, property) === TOP_TO_BOTTOM
      margins = isUpsideDown
        ? { left, top: bottom, right, bottom: top }
        : { left: right, top, right: left, bottom }
    } else {
      const degrees = c._heif_item_get_property_transform_rotation_ccw(context, item, property)
      for (let turned = 0; turned < degrees; turned += 90) {
        margins = { left: margins.top, top: margins.right, right: margins.bottom, bottom: margins.left }
        ;[width, height] = [height, width]
      }
    }
  }
  return margins
}

/**
 * The file with every crop replaced by a rotation by 0 degrees: a box of the same size, so that all offsets stay valid.
 */
export function withoutCrops(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes)
  for (let at = file.indexOf(CROP_BOX); at >= 0; at = file.indexOf(CROP_BOX, at + 1))
    file.set(ROTATION_BOX_BY_NOTHING, at)
  return file
}
