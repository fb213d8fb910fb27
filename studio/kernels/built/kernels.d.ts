declare namespace __AdaptedExports {
  /** Exported memory */
  export const memory: WebAssembly.Memory;
  /**
   * studio/kernels/assembly/index/heapBase
   * @returns `usize`
   */
  export function heapBase(): number;
  /**
   * studio/kernels/assembly/fitting/applyFit
   * @param splines `usize`
   * @param guide `usize`
   * @param width `i32`
   * @param height `i32`
   * @param lines `usize`
   * @param out `usize`
   */
  export function applyFit(splines: number, guide: number, width: number, height: number, lines: number, out: number): void;
  /**
   * studio/kernels/assembly/fitting/fit
   * @param pointer `usize`
   * @param p `usize`
   */
  export function fit(pointer: number, p: number): void;
  /**
   * studio/kernels/assembly/fitting/prepareFitting
   * @param pointer `usize`
   */
  export function prepareFitting(pointer: number): void;
  /**
   * studio/kernels/assembly/resize/reduce
   * @param source `usize`
   * @param width `i32`
   * @param height `i32`
   * @param factor `i32`
   * @param target `usize`
   * @param line `usize`
   */
  export function reduce(source: number, width: number, height: number, factor: number, target: number, line: number): void;
  /**
   * studio/kernels/assembly/colours/sumCells
   * @param guide `usize`
   * @param alpha `usize`
   * @param width `i32`
   * @param height `i32`
   * @param above `f32`
   * @param most `f32`
   * @param cells `usize`
   * @param y `i32`
   */
  export function sumCells(guide: number, alpha: number, width: number, height: number, above: number, most: number, cells: number, y: number): void;
  /**
   * studio/kernels/assembly/colours/doubt
   * @param alpha `usize`
   * @param near `usize`
   * @param count `i32`
   * @param least `f32`
   */
  export function doubt(alpha: number, near: number, count: number, least: number): void;
  /**
   * studio/kernels/assembly/colours/drawColours
   * @param pointer `usize`
   * @param y `i32`
   * @param whole `f32`
   * @param least `f32`
   */
  export function drawColours(pointer: number, y: number, whole: number, least: number): void;
  /**
   * studio/kernels/assembly/composite/compose
   * @param pointer `usize`
   */
  export function compose(pointer: number): void;
  /**
   * studio/kernels/assembly/distance/distanceTo
   * @param mask `usize`
   * @param width `i32`
   * @param height `i32`
   * @param distance `usize`
   */
  export function distanceTo(mask: number, width: number, height: number, distance: number): void;
  /**
   * studio/kernels/assembly/distance/relax
   * @param row `usize`
   * @param beside `usize`
   * @param step `i32`
   * @param width `i32`
   */
  export function relax(row: number, beside: number, step: number, width: number): void;
  /**
   * studio/kernels/assembly/expose/expose
   * @param pointer `usize`
   */
  export function expose(pointer: number): void;
  /**
   * studio/kernels/assembly/finish/finish
   * @param pointer `usize`
   */
  export function finish(pointer: number): void;
  /**
   * studio/kernels/assembly/part/cutSquare
   * @param part `usize`
   * @param width `i32`
   * @param height `i32`
   * @param startX `f64`
   * @param startY `f64`
   * @param acrossX `f64`
   * @param acrossY `f64`
   * @param downX `f64`
   * @param downY `f64`
   * @param side `i32`
   * @param gain `f32`
   * @param bias `f32`
   * @param out `usize`
   */
  export function cutSquare(part: number, width: number, height: number, startX: number, startY: number, acrossX: number, acrossY: number, downX: number, downY: number, side: number, gain: number, bias: number, out: number): void;
  /**
   * studio/kernels/assembly/retouch/lumaOver
   * @param r `usize`
   * @param g `usize`
   * @param b `usize`
   * @param count `i32`
   * @param red `f32`
   * @param green `f32`
   * @param blue `f32`
   * @param target `usize`
   */
  export function lumaOver(r: number, g: number, b: number, count: number, red: number, green: number, blue: number, target: number): void;
  /**
   * studio/kernels/assembly/retouch/evenSkin
   * @param pointer `usize`
   */
  export function evenSkin(pointer: number): void;
  /**
   * studio/kernels/assembly/soften/gauss
   * @param source `usize`
   * @param width `i32`
   * @param height `i32`
   * @param weights `usize`
   * @param reach `i32`
   * @param target `usize`
   * @param line `usize`
   */
  export function gauss(source: number, width: number, height: number, weights: number, reach: number, target: number, line: number): void;
  /**
   * studio/kernels/assembly/soften/splineBytes
   * @param across `i32`
   * @param width `i32`
   * @returns `i32`
   */
  export function splineBytes(across: number, width: number): number;
  /**
   * studio/kernels/assembly/soften/prepareSpline
   * @param pointer `usize`
   * @param cells `usize`
   * @param across `i32`
   * @param down `i32`
   * @param width `i32`
   * @param factorX `f64`
   * @param factorY `f64`
   */
  export function prepareSpline(pointer: number, cells: number, across: number, down: number, width: number, factorX: number, factorY: number): void;
  /**
   * studio/kernels/assembly/soften/expand
   * @param pointer `usize`
   * @param target `usize`
   * @param height `i32`
   */
  export function expand(pointer: number, target: number, height: number): void;
  /**
   * studio/kernels/assembly/soften/splineRow
   * @param s `studio/kernels/assembly/soften/Spline`
   * @param y `i32`
   * @param out `usize`
   */
  export function splineRow(s: __Record4<undefined>, y: number, out: number): void;
  /**
   * studio/kernels/assembly/warp/warpRow
   * @param pointer `usize`
   * @param y `i32`
   */
  export function warpRow(pointer: number, y: number): void;
  /**
   * studio/kernels/assembly/windows/windowMeans
   * @param source `usize`
   * @param target `usize`
   * @param width `i32`
   * @param height `i32`
   * @param radius `i32`
   * @param ranges `usize`
   * @param line `usize`
   */
  export function windowMeans(source: number, target: number, width: number, height: number, radius: number, ranges: number, line: number): void;
  /**
   * studio/kernels/assembly/windows/extremes
   * @param source `usize`
   * @param width `i32`
   * @param height `i32`
   * @param radius `i32`
   * @param sign `f32`
   * @param target `usize`
   * @param line `usize`
   */
  export function extremes(source: number, width: number, height: number, radius: number, sign: number, target: number, line: number): void;
}
/** studio/kernels/assembly/soften/Spline */
declare interface __Record4<TOmittable> {
  /** @type `f64` */
  factor: number | TOmittable;
  /** @type `usize` */
  cells: number | TOmittable;
  /** @type `i32` */
  across: number | TOmittable;
  /** @type `i32` */
  down: number | TOmittable;
  /** @type `i32` */
  width: number | TOmittable;
  /** @type `usize` */
  starts: number | TOmittable;
  /** @type `usize` */
  places: number | TOmittable;
  /** @type `usize` */
  line: number | TOmittable;
}
/** Instantiates the compiled WebAssembly module with the given imports. */
export declare function instantiate(module: WebAssembly.Module, imports: {
}): Promise<typeof __AdaptedExports>;
