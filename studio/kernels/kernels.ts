import { readFileSync } from 'node:fs'

/** A place in the kernels' memory, bytes from its start. */
export type Pointer = number & { readonly __place: unique symbol }

/** What `assembly/` exports: loops over whole planes. Planes are float32, masks and colours bytes, row by row. */
export interface Kernels {
  heapBase(): Pointer
  windowScratch(width: number, radius: number): number
  windowMeans(
    source: Pointer,
    target: Pointer,
    width: number,
    height: number,
    radius: number,
    areas: Pointer,
    count: number,
    scratch: Pointer,
  ): void
  reduce(source: Pointer, width: number, height: number, factor: number, target: Pointer, line: Pointer): void
  enlarge(
    source: Pointer,
    sourceWidth: number,
    sourceHeight: number,
    target: Pointer,
    width: number,
    stepX: number,
    stepY: number,
    areas: Pointer,
    count: number,
    line: Pointer,
    columns: Pointer,
    weights: Pointer,
  ): void
  distanceTo(mask: Pointer, width: number, height: number, distance: Pointer): void
  extremes(
    source: Pointer,
    stride: number,
    left: number,
    top: number,
    width: number,
    height: number,
    radius: number,
    highest: boolean,
    padded: Pointer,
    target: Pointer,
  ): void
  changes(plane: Pointer, width: number, height: number, mask: Pointer): void
  markTiles(mask: Pointer, width: number, height: number, margin: number, side: number, tiles: Pointer): void
  connectedTo(
    mask: Pointer,
    seeds: Pointer,
    width: number,
    height: number,
    out: Pointer,
    stack: Pointer,
  ): void
  ownership(
    toOwn: Pointer,
    toOther: Pointer,
    count: number,
    eroded: number,
    share: number,
    mask: Pointer,
  ): void
  fillTrimap(trimap: Pointer): void
  binColours(r: Pointer, g: Pointer, b: Pointer, count: number, bins: number, out: Pointer): void
  countColours(colours: Pointer, mask: Pointer, count: number, counts: Pointer): number
  settle(alpha: Pointer, limit: Pointer, count: number): void
  snap(alpha: Pointer, count: number): void
  tailor(
    alpha: Pointer,
    soft: Pointer,
    smooth: Pointer,
    skin: Pointer,
    drawn: Pointer,
    width: number,
    height: number,
    top: number,
    lows: Pointer,
  ): void
  prepareFitting(fitting: Pointer, eps: number): void
  fit(fitting: Pointer, plane: Pointer): void
  addProduct(out: Pointer, a: Pointer, b: Pointer, ranges: Pointer, count: number): void
  solveMatte(
    fitting: Pointer,
    wanted: Pointer,
    trust: Pointer,
    alpha: Pointer,
    work: Pointer,
    ranges: Pointer,
    rangeCount: number,
    iterations: number,
    tolerance: number,
  ): void
  warp(
    sampling: Pointer,
    from: number,
    to: number,
    startX: number,
    startY: number,
    acrossX: number,
    acrossY: number,
  ): void
  squeeze(
    band: Pointer,
    stride: number,
    top: number,
    rows: number,
    tones: Pointer | 0,
    down: Pointer,
    from: number,
    to: number,
    across: Pointer,
    side: number,
    line: Pointer,
    out: Pointer,
  ): void
  mixWithin(
    plane: Pointer,
    stride: number,
    left: number,
    top: number,
    part: Pointer,
    width: number,
    height: number,
    acrossX: Pointer,
    acrossY: Pointer,
    most: number,
  ): void
  sigmoid(values: Pointer, count: number): void
  tameEdgeCast(picture: Pointer, from: number, to: number): void
  labOfCells(
    colours: Pointer,
    width: number,
    height: number,
    cell: number,
    mask: Pointer,
    cellsWide: number,
    cellsHigh: number,
    linear: Pointer,
    l: Pointer,
    a: Pointer,
    b: Pointer,
  ): void
  gaussScratch(width: number, reach: number): number
  gauss(
    source: Pointer,
    width: number,
    height: number,
    weights: Pointer,
    reach: number,
    target: Pointer,
    scratch: Pointer,
  ): void
  expand(spline: Pointer, target: Pointer, height: number): void
  shares(bytes: Pointer, count: number, target: Pointer): void
  cellMeans(
    colours: Pointer,
    alpha: Pointer,
    width: number,
    height: number,
    cell: number,
    r: Pointer,
    g: Pointer,
    b: Pointer,
    a: Pointer,
    line: Pointer,
  ): void
  expose(exposure: Pointer): void
  lumaOver(
    r: Pointer,
    g: Pointer,
    b: Pointer,
    stride: number,
    width: number,
    height: number,
    red: number,
    green: number,
    blue: number,
    target: Pointer,
  ): void
  differences(
    p: Pointer,
    q: Pointer,
    where: Pointer,
    level: number,
    width: number,
    height: number,
    rows: number,
    pixels: number,
    out: Pointer,
  ): number
  evenSkin(bands: Pointer): void
  brighten(
    r: Pointer,
    g: Pointer,
    b: Pointer,
    stride: number,
    share: Pointer,
    width: number,
    height: number,
    strength: number,
  ): void
  dimmedCodes(light: Pointer, dim: Pointer, count: number, codes: Pointer, target: Pointer): void
  compose(composition: Pointer): void
  finish(finishing: Pointer): void
  splitColours(
    colours: Pointer,
    stride: number,
    width: number,
    height: number,
    luma: Pointer,
    red: Pointer,
    blue: Pointer,
  ): void
  subtract(a: Pointer, b: Pointer, count: number): void
  squares(values: Pointer, count: number, target: Pointer): void
  windowVariances(
    plane: Pointer,
    width: number,
    height: number,
    level: Pointer,
    radius: number,
    step: number,
    cover: Pointer,
    right: number,
    down: number,
    levels: number,
    out: Pointer,
    most: number,
    counts: Pointer,
  ): void
  judgeWindows(
    mean: Pointer,
    meanSquare: Pointer,
    level: Pointer,
    noise: Pointer,
    share: Pointer,
    trust: number,
    count: number,
  ): void
  drawToMeans(values: Pointer, pull: Pointer, target: Pointer, count: number): void
  mergeCalm(
    colours: Pointer,
    stride: number,
    width: number,
    height: number,
    calm: Pointer,
    red: Pointer | 0,
    blue: Pointer | 0,
    redShare: number,
    blueShare: number,
  ): void
  judgeColours(search: Pointer, unit: number): void
  valueOfRank(values: Pointer, count: number, index: number): number
  collect(
    values: Pointer,
    divisors: Pointer | 0,
    where: Pointer,
    level: number,
    count: number,
    step: number,
    out: Pointer,
  ): number
  addLattice(
    out: Pointer,
    width: number,
    height: number,
    lattice: Pointer,
    columns: number,
    size: number,
    scratch: Pointer,
  ): void
  toneRatios(
    r: Pointer,
    g: Pointer,
    b: Pointer,
    floor: number,
    count: number,
    warm: Pointer,
    cool: Pointer,
    luma: Pointer,
  ): void
  deviations(values: Pointer, smooth: Pointer, floor: number, count: number, out: Pointer): void
  fadeBy(values: Pointer, by: Pointer, from: number, to: number, count: number): void
  searchSkin(search: Pointer): void
  slowChange(
    middle: Pointer,
    broad: Pointer,
    skin: Pointer,
    shineFrom: number,
    shine: number,
    count: number,
    out: Pointer,
  ): void
  chromaChange(
    close: Pointer,
    far: Pointer,
    luma: Pointer,
    skin: Pointer,
    face: Pointer,
    share: number,
    blotches: number,
    kinship: number,
    count: number,
    out: Pointer,
  ): void
  planesOf(colours: Pointer, count: number, r: Pointer, g: Pointer, b: Pointer): void
  bytesOf(values: Pointer, count: number, out: Pointer): void
  labOfCovered(cells: Pointer, least: number): void
  repeatBorder(part: Pointer, width: number, height: number): void
  clearBorder(part: Pointer, width: number, height: number): void
  halve(source: Pointer, stride: number, width: number, rows: number, target: Pointer): void
  cutSquare(
    part: Pointer,
    width: number,
    height: number,
    startX: number,
    startY: number,
    acrossX: number,
    acrossY: number,
    downX: number,
    downY: number,
    side: number,
    gain: number,
    bias: number,
    out: Pointer,
  ): void
  foregroundScratch(width: number): number
  solveLevel(
    level: Pointer,
    coarser: Pointer,
    guide: Pointer,
    alpha: Pointer,
    width: number,
    height: number,
    rounds: number,
    last: boolean,
    scratch: Pointer,
  ): void
  sumCells(guide: Pointer, alpha: Pointer, width: number, height: number, sure: number, cells: Pointer): void
  drawColours(drawing: Pointer, whole: number, least: number): void
  lumaOf(planes: Pointer, count: number, luma: Pointer): void
  difference(a: Pointer, b: Pointer, count: number, most: number): void
  pickSide(
    known: Pointer,
    sides: Pointer,
    fromOutline: Pointer,
    inside: boolean,
    within: number,
    values: Pointer,
    count: number,
    picked: Pointer,
    weights: Pointer,
  ): void
  divide(values: Pointer, weights: Pointer, count: number, least: number): void
  lightOfCodes(
    r: Pointer,
    g: Pointer,
    b: Pointer,
    alpha: Pointer,
    linear: Pointer,
    count: number,
    out: Pointer,
  ): void
  logs(values: Pointer, least: number, count: number): void
  powers(values: Pointer, count: number): void
  cushion(depth: Pointer, radius: number, count: number): void
  normals(
    relief: Pointer,
    width: number,
    height: number,
    slope: number,
    x: Pointer,
    y: Pointer,
    z: Pointer,
  ): void
  mixNormals(body: Pointer, head: Pointer, face: Pointer, count: number): void
  sumHarmonics(
    normals: Pointer,
    light: Pointer,
    weight: Pointer,
    count: number,
    work: Pointer,
    sums: Pointer,
  ): void
  lightOnNormals(
    normals: Pointer,
    terms: Pointer,
    key: Pointer,
    skin: Pointer,
    count: number,
    old: Pointer,
    fresh: Pointer,
    sums: Pointer,
  ): void
  gainsOfLight(
    old: Pointer,
    fresh: Pointer,
    face: Pointer,
    oldMean: number,
    freshMean: number,
    flatten: number,
    key: number,
    limit: number,
    count: number,
  ): void
  splineBytes(across: number, width: number): number
  prepareSpline(
    spline: Pointer,
    cells: Pointer,
    across: number,
    down: number,
    width: number,
    factor: number,
  ): void
  discScratch(width: number, reach: number): number
  discBlur(
    source: Pointer,
    width: number,
    height: number,
    halves: Pointer,
    reach: number,
    share: number,
    target: Pointer,
    scratch: Pointer,
  ): void
  planesOfPatch(
    codes: Pointer,
    count: number,
    linear: Pointer,
    luminance: Pointer,
    luma: Pointer,
    a: Pointer,
    b: Pointer,
  ): void
  edgedMean(
    source: Pointer,
    width: number,
    height: number,
    radius: number,
    line: Pointer,
    target: Pointer,
  ): void
  markSkin(cells: Pointer, colour: Pointer, out: Pointer): void
  markRims(beside: Pointer): number
}

// Compiled by `npm run kernels`; a test holds it against its sources.
const wasm = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
const { exports } = new WebAssembly.Instance(wasm)
const memory = exports['memory'] as WebAssembly.Memory

export const kernels = exports as unknown as Kernels

const PAGE = 65_536
/** Vectors may be read past the end of what is asked for, by less than their 16 bytes. */
const SPARE = 32

type Values = Float32Array | Int32Array | Uint16Array | Uint8Array

let top: number = kernels.heapBase()

function place(bytes: number): Pointer {
  const at = Math.ceil(top / 16) * 16
  top = at + bytes + SPARE
  const missing = top - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  return at as Pointer
}

function write(at: Pointer, values: Values): void {
  bytesAt(at, values.byteLength).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
}

function put(...parts: readonly Values[]): Pointer {
  const at = place(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let to: number = at
  for (const part of parts) {
    write(to as Pointer, part)
    to += part.byteLength
  }
  return at
}

function zeroBytes(count: number): Pointer {
  const at = place(count)
  bytesAt(at, count).fill(0)
  return at
}

function bytesAt(at: Pointer, count: number): Uint8Array {
  return new Uint8Array(memory.buffer, at, count)
}

/** Memory of the kernels, as long as `withRoom` runs. */
const room = {
  /** So many bytes, of any content. */
  bytes: place,
  zeroBytes,
  /** So many float32, of any content. */
  floats: (count: number) => place(count * 4),
  /** So many float32, all 0. */
  zeros: (count: number) => zeroBytes(count * 4),
  /** A copy of the values, one array behind the other. */
  put,
  /** The values, copied to where room was made for them. */
  write,
  copyOf(from: Pointer, bytes: number): Pointer {
    const to = place(bytes)
    bytesAt(to, bytes).set(bytesAt(from, bytes))
    return to
  },
  /** So many bytes from one place of the memory to another. */
  copy: (from: Pointer, to: Pointer, bytes: number) => bytesAt(to, bytes).set(bytesAt(from, bytes)),
  takeInts: (at: Pointer, count: number) => new Int32Array(memory.buffer, at, count).slice(),
  takeDoubles: (at: Pointer, count: number) => new Float64Array(memory.buffer, at, count).slice(),
  takeFloats: (at: Pointer, count: number) => new Float32Array(memory.buffer, at, count).slice(),
  takeBytes: (at: Pointer, count: number) => bytesAt(at, count).slice(),
}

export type Room = typeof room

/** Runs work that needs the kernels' memory; all it placed there is given back. Not for promises: rooms lie in a stack. */
export function withRoom<T>(work: (room: Room) => T): T {
  const before = top
  try {
    return work(room)
  } finally {
    top = before
  }
}
