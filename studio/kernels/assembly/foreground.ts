// Colours on either side of soft edges, level by level (see studio/matte/foreground.ts).
import { coarserRow, columnsOf, Level, PIXEL, TILE, TILE_LOG, tilesAcross } from './levels'
import { clamp4 } from './pixels'

/** Pixels round a soft edge that are relaxed with it: two rounds carry a colour no farther visibly. */
const MARGIN = 6
const REGULARISATION: f32 = 5e-3
const GRADIENT_WEIGHT: f32 = 0.1
/** Cells average this many pixels each way at most: coarse levels only seed the fine ones. */
const MOST_TAPS = 4

/** Lists of int32 or float32 in the scratch: columns of the coarser level and of the taps, then lines. */
class Lists {
  columns: usize
  taps: usize
  /** Bytes of a list, and the first one: the level's matte with one value more at either side. */
  stride: usize
  own: usize
  /** Weights of the four neighbours, and the system's inverse: three lists. */
  weights: usize
  inverse: usize
  /** Red, green, blue, spare: the picture's rows summed, and averaged over cells. */
  sums: usize
  image: usize
  /** Pointers to the rows of the picture's red that the level's row is sampled from. */
  rows: usize
}

/** Bytes before the lists: of the class and of four pointers. */
const HEAD = 64

/** Bytes of scratch for a picture of this width. */
export function foregroundScratch(width: i32): i32 {
  return HEAD + (width + 8) * 4 * (1 + MOST_TAPS + 8 + 8)
}

function listsIn(scratch: usize, width: i32): Lists {
  const lists = changetype<Lists>(scratch)
  const stride = usize(width + 8) << 2
  lists.stride = stride
  lists.rows = scratch + 48
  lists.columns = scratch + HEAD
  lists.taps = lists.columns + stride
  lists.own = lists.taps + usize(MOST_TAPS) * stride
  lists.weights = lists.own + stride
  lists.inverse = lists.weights + 4 * stride
  lists.sums = lists.inverse + 3 * stride
  lists.image = lists.sums + 4 * stride
  return lists
}

/**
 * Enlarges the colours of the coarser level and relaxes them in soft tiles.
 * @param guide planes red, green, blue of the whole picture, `width` × `height`; @param alpha its matte
 * @param last of the levels: its colours are left out where nothing is solved
 */
export function solveLevel(
  pointer: usize,
  coarser: usize,
  guide: usize,
  alpha: usize,
  width: i32,
  height: i32,
  rounds: i32,
  last: bool,
  scratch: usize,
): void {
  const level = changetype<Level>(pointer)
  const lists = listsIn(scratch, width)
  const count = max(1, min(MOST_TAPS, i32(floor(f64(width) / f64(level.width) + 0.5))))
  columnsOf(level.width, changetype<Level>(coarser).width, lists.columns)
  tapsOf(level.width, width, count, lists.taps)
  if (level.matte !== alpha)
    for (let y = 0; y < level.height; y++) sampleMatteRow(pointer, alpha, width, height, count, y, scratch)
  markSoft(level)
  enlargeRow(pointer, coarser, 0, last, scratch)
  // Each round follows a row behind the one before, while the rows are at hand.
  for (let front = 0; front < level.height + rounds - 1; front++) {
    if (front + 1 < level.height) enlargeRow(pointer, coarser, front + 1, last, scratch)
    for (let round = 0; round < rounds; round++) {
      const y = front - round
      if (y >= 0 && y < level.height) relaxRow(pointer, guide, width, height, count, y, scratch)
    }
  }
}

function tapsOf(width: i32, whole: i32, count: i32, taps: usize): void {
  for (let k = 0; k < width * count; k++) store<i32>(taps + (usize(k) << 2), tap(k, width, whole, count))
}

/** The pixel at which a cell's k-th tap lies, `count` per cell. */
function tap(k: i32, cells: i32, whole: i32, count: i32): i32 {
  const place = f64(k / count) + (f64(k % count) + 0.5) / f64(count)
  return min(whole - 1, i32(place * (f64(whole) / f64(cells))))
}

/** One row of the level's matte: alpha averaged over each cell's taps. */
export function sampleMatteRow(
  pointer: usize,
  alpha: usize,
  width: i32,
  height: i32,
  count: i32,
  y: i32,
  scratch: usize,
): void {
  const level = changetype<Level>(pointer)
  const lists = changetype<Lists>(scratch)
  for (let v = 0; v < count; v++) {
    const row = alpha + (usize(tap(y * count + v, level.height, height, count) * width) << 2)
    for (let x = 0; x < width; x += 4) {
      const at = usize(x) << 2
      const value = v128.load(row + at)
      v128.store(lists.sums + at, v === 0 ? value : f32x4.add(v128.load(lists.sums + at), value))
    }
  }
  const share = f32(1) / f32(count * count)
  let taps = lists.taps
  const out = level.matte + (usize(y * level.width) << 2)
  for (let x = 0; x < level.width; x++) {
    let sum: f32 = 0
    for (let u = 0; u < count; u++, taps += 4) sum += load<f32>(lists.sums + (usize(load<i32>(taps)) << 2))
    store<f32>(out + (usize(x) << 2), sum * share)
  }
}

function markSoft(level: Level): void {
  const across = tilesAcross(level)
  memory.fill(level.tiles, 0, usize(across * ((level.height + TILE - 1) >> TILE_LOG)))
  for (let y = 0; y < level.height; y++) {
    const upper = level.tiles + usize((max(0, y - MARGIN) >> TILE_LOG) * across)
    const lower = level.tiles + usize((min(level.height - 1, y + MARGIN) >> TILE_LOG) * across)
    markSoftRow(level.matte + (usize(y * level.width) << 2), level.width, upper, lower)
  }
}

/** Marks the tiles of soft pixels in two rows of tiles. */
function markSoftRow(matte: usize, width: i32, upper: usize, lower: usize): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  for (let x = 0; x < width; x += 4) {
    const a = v128.load(matte + (usize(x) << 2))
    const soft = i32x4.bitmask(v128.and(f32x4.gt(a, zero), f32x4.lt(a, one)))
    const found = width - x >= 4 ? soft : soft & ((1 << (width - x)) - 1)
    if (!found) continue
    const left = usize(max(0, x + ctz(found) - MARGIN) >> TILE_LOG)
    const right = usize(min(width - 1, x + 31 - clz(found) + MARGIN) >> TILE_LOG)
    store<u8>(upper + left, 1)
    store<u8>(upper + right, 1)
    store<u8>(lower + left, 1)
    store<u8>(lower + right, 1)
  }
}

/** Whether the row's pixels in a column of tiles are solved, or are neighbours of such above or below. */
function seenFrom(level: Level, across: i32, tile: i32, y: i32): bool {
  const column = level.tiles + usize(tile)
  return (
    (load<u8>(column + usize((max(0, y - 1) >> TILE_LOG) * across)) |
      load<u8>(column + usize((y >> TILE_LOG) * across)) |
      load<u8>(column + usize((min(level.height - 1, y + 1) >> TILE_LOG) * across))) !==
    0
  )
}

/** Nearest-neighbour copy of a coarser level's colours: a whole row, or only what is solved and its neighbours. */
export function enlargeRow(pointer: usize, coarser: usize, y: i32, sparse: bool, scratch: usize): void {
  const level = changetype<Level>(pointer)
  const columns = changetype<Lists>(scratch).columns
  const source = coarserRow(level, coarser, y)
  const target = level.colours + usize(y * level.width) * PIXEL
  if (!sparse) {
    enlargeRun(source, target, columns, 0, level.width)
    return
  }
  const across = tilesAcross(level)
  for (let tile = 0; tile < across;) {
    if (!seenFrom(level, across, tile, y)) {
      tile++
      continue
    }
    const from = tile
    while (tile < across && seenFrom(level, across, tile, y)) tile++
    enlargeRun(source, target, columns, max(0, from * TILE - 1), min(level.width, tile * TILE + 1))
  }
}

function enlargeRun(source: usize, target: usize, columns: usize, from: i32, to: i32): void {
  for (let x = from; x < to; x++) {
    const pixel = source + usize(load<i32>(columns + (usize(x) << 2))) * PIXEL
    const out = target + usize(x) * PIXEL
    v128.store(out, v128.load(pixel))
    v128.store(out, v128.load(pixel, 16), 16)
  }
}

/** One round for one row's soft tiles. */
export function relaxRow(
  pointer: usize,
  guide: usize,
  width: i32,
  height: i32,
  count: i32,
  y: i32,
  scratch: usize,
): void {
  const level = changetype<Level>(pointer)
  const across = tilesAcross(level)
  const tiles = level.tiles + usize((y >> TILE_LOG) * across)
  const lists = changetype<Lists>(scratch)
  for (let v = 0; v < count; v++) {
    const row = tap(y * count + v, level.height, height, count)
    store<usize>(lists.rows + (usize(v) << 2), guide + (usize(row * width) << 2))
  }
  for (let tile = 0; tile < across;) {
    if (!load<u8>(tiles + usize(tile))) {
      tile++
      continue
    }
    const from = tile * TILE
    while (tile < across && load<u8>(tiles + usize(tile))) tile++
    const to = min(level.width, tile * TILE)
    sampleImage(level, usize(width * height) << 2, width, count, from, to, lists)
    weigh(level, y, from, to, lists)
    relaxRun(level, y, from, to, lists)
  }
}

/** The picture's colours averaged over the taps of a run of cells; @param plane bytes of a plane */
function sampleImage(
  level: Level,
  plane: usize,
  width: i32,
  count: i32,
  from: i32,
  to: i32,
  lists: Lists,
): void {
  const first = load<i32>(lists.taps + (usize(from * count) << 2))
  const last = load<i32>(lists.taps + (usize(to * count - 1) << 2))
  // On the finest level pixels are cells.
  const finest = level.width === width
  const sums = finest ? lists.image : lists.sums
  for (let x = first; x <= last; x += 4) {
    let r = f32x4.splat(0)
    let g = r
    let b = r
    for (let v = 0; v < count; v++) {
      const at = load<usize>(lists.rows + (usize(v) << 2)) + (usize(x) << 2)
      r = f32x4.add(r, v128.load(at))
      g = f32x4.add(g, v128.load(at + plane))
      b = f32x4.add(b, v128.load(at + 2 * plane))
    }
    const low = v128.shuffle<f32>(r, g, 0, 4, 1, 5)
    const high = v128.shuffle<f32>(r, g, 2, 6, 3, 7)
    const out = sums + (usize(x - first) << 4)
    v128.store(out, v128.shuffle<f32>(low, b, 0, 1, 4, 4))
    v128.store(out, v128.shuffle<f32>(low, b, 2, 3, 5, 5), 16)
    v128.store(out, v128.shuffle<f32>(high, b, 0, 1, 6, 6), 32)
    v128.store(out, v128.shuffle<f32>(high, b, 2, 3, 7, 7), 48)
  }
  if (finest) return
  const share = f32x4.splat(f32(1) / f32(count * count))
  let taps = lists.taps + (usize(from * count) << 2)
  for (let x = from; x < to; x++) {
    let sum = f32x4.splat(0)
    for (let u = 0; u < count; u++, taps += 4)
      sum = f32x4.add(sum, v128.load(sums + (usize(load<i32>(taps) - first) << 4)))
    v128.store(lists.image + (usize(x - from) << 4), f32x4.mul(sum, share))
  }
}

/** Weights of a run's neighbours and the inverses of its systems. */
function weigh(level: Level, y: i32, from: i32, to: i32, lists: Lists): void {
  const row = level.matte + (usize(y * level.width) << 2)
  const across = usize(level.width) << 2
  const above = y > 0 ? row - across : row
  const below = y < level.height - 1 ? row + across : row
  // At the picture's sides a pixel is its own neighbour.
  const own = lists.own + 16
  for (let x = from; x < to; x += 4)
    v128.store(own + (usize(x - from) << 2), v128.load(row + (usize(x) << 2)))
  store<f32>(own - 4, load<f32>(row + (usize(max(0, from - 1)) << 2)))
  store<f32>(own + (usize(to - from) << 2), load<f32>(row + (usize(min(level.width - 1, to)) << 2)))
  const one = f32x4.splat(1)
  const stride = lists.stride
  for (let x = from; x < to; x += 4) {
    const at = usize(x - from) << 2
    const a = v128.load(own + at)
    const w0 = weightOf(a, v128.load(own + at - 4))
    const w1 = weightOf(a, v128.load(own + at + 4))
    const w2 = weightOf(a, v128.load(above + (usize(x) << 2)))
    const w3 = weightOf(a, v128.load(below + (usize(x) << 2)))
    const weight = f32x4.add(f32x4.add(w0, w1), f32x4.add(w2, w3))
    const b = f32x4.sub(one, a)
    const m00 = f32x4.add(f32x4.mul(a, a), weight)
    const m01 = f32x4.mul(a, b)
    const m11 = f32x4.add(f32x4.mul(b, b), weight)
    const inverse = f32x4.div(one, f32x4.sub(f32x4.mul(m00, m11), f32x4.mul(m01, m01)))
    const weights = lists.weights + at
    v128.store(weights, w0)
    v128.store(weights + stride, w1)
    v128.store(weights + 2 * stride, w2)
    v128.store(weights + 3 * stride, w3)
    const inverses = lists.inverse + at
    v128.store(inverses, f32x4.mul(m00, inverse))
    v128.store(inverses + stride, f32x4.mul(m01, inverse))
    v128.store(inverses + 2 * stride, f32x4.mul(m11, inverse))
  }
}

function weightOf(a: v128, b: v128): v128 {
  const slope = f32x4.abs(f32x4.sub(a, b))
  return f32x4.add(f32x4.splat(REGULARISATION), f32x4.mul(f32x4.splat(GRADIENT_WEIGHT), slope))
}

/** Solves each pixel's two colours in turn, given its neighbours'. */
function relaxRun(level: Level, y: i32, from: i32, to: i32, lists: Lists): void {
  const across = usize(level.width) * PIXEL
  const up = y > 0 ? across : 0
  const down = y < level.height - 1 ? across : 0
  const stride = lists.stride
  const one = f32x4.splat(1)
  let pixel = level.colours + usize(y * level.width + from) * PIXEL
  const before = from > 0 ? pixel - PIXEL : pixel
  let leftF = v128.load(before)
  let leftB = v128.load(before, 16)
  for (let x = from; x < to; x++, pixel += PIXEL) {
    const at = usize(x - from) << 2
    const value = v128.load(lists.image + (at << 2))
    const a = v128.load32_splat(lists.own + 16 + at)
    const weights = lists.weights + at
    const w0 = v128.load32_splat(weights)
    const w1 = v128.load32_splat(weights + stride)
    const w2 = v128.load32_splat(weights + 2 * stride)
    const w3 = v128.load32_splat(weights + 3 * stride)
    const right = x < level.width - 1 ? pixel + PIXEL : pixel
    const above = pixel - up
    const below = pixel + down
    // The left neighbour last: it is the one to wait for.
    const f = f32x4.add(
      f32x4.add(
        f32x4.add(f32x4.mul(a, value), f32x4.mul(w1, v128.load(right))),
        f32x4.add(f32x4.mul(w2, v128.load(above)), f32x4.mul(w3, v128.load(below))),
      ),
      f32x4.mul(w0, leftF),
    )
    const b = f32x4.add(
      f32x4.add(
        f32x4.add(f32x4.mul(f32x4.sub(one, a), value), f32x4.mul(w1, v128.load(right, 16))),
        f32x4.add(f32x4.mul(w2, v128.load(above, 16)), f32x4.mul(w3, v128.load(below, 16))),
      ),
      f32x4.mul(w0, leftB),
    )
    const inverses = lists.inverse + at
    const i00 = v128.load32_splat(inverses)
    const i01 = v128.load32_splat(inverses + stride)
    const i11 = v128.load32_splat(inverses + 2 * stride)
    leftF = clamp4(f32x4.sub(f32x4.mul(i11, f), f32x4.mul(i01, b)), 0, 1)
    leftB = clamp4(f32x4.sub(f32x4.mul(i00, b), f32x4.mul(i01, f)), 0, 1)
    v128.store(pixel, leftF)
    v128.store(pixel, leftB, 16)
  }
}
