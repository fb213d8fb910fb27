// Sizes of a picture from one pixel to its own, with the colours on either side of soft edges.

/** One size of the picture. */
export class Level {
  width: i32
  height: i32
  /** Of each pixel the foreground's red, green, blue and a spare, then the background's. */
  colours: usize
  matte: usize
  /** One byte per tile: 1 where there are soft pixels or some are near. Only there colours are solved. */
  tiles: usize
}

/** Bytes of a pixel's colours. */
export const PIXEL: usize = 32
/** Side of a tile, and its logarithm. */
export const TILE = 32
export const TILE_LOG = 5
export function tilesAcross(level: Level): i32 {
  return (level.width + TILE - 1) >> TILE_LOG
}

/** The nearest column of a coarser level for each column, and for three more. */
export function columnsOf(width: i32, coarser: i32, columns: usize): void {
  for (let x = 0; x < width + 3; x++)
    store<i32>(columns + (usize(x) << 2), min(coarser - 1, (x * coarser) / width))
}

/** The row of a coarser level that is nearest to a row. */
export function coarserRow(level: Level, coarser: usize, y: i32): usize {
  const other = changetype<Level>(coarser)
  return other.colours + usize(min(other.height - 1, (y * other.height) / level.height) * other.width) * PIXEL
}
