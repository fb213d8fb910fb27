export async function instantiate(module, imports = {}) {
  const { exports } = await WebAssembly.instantiate(module, imports);
  const memory = exports.memory || imports.env.memory;
  const adaptedExports = Object.setPrototypeOf({
    heapBase() {
      // studio/kernels/assembly/index/heapBase() => usize
      return exports.heapBase() >>> 0;
    },
    solveLevel(pointer, coarser, guide, alpha, width, height, rounds, last, scratch) {
      // studio/kernels/assembly/foreground/solveLevel(usize, usize, usize, usize, i32, i32, i32, bool, usize) => void
      last = last ? 1 : 0;
      exports.solveLevel(pointer, coarser, guide, alpha, width, height, rounds, last, scratch);
    },
    enlargeRow(pointer, coarser, y, sparse, scratch) {
      // studio/kernels/assembly/foreground/enlargeRow(usize, usize, i32, bool, usize) => void
      sparse = sparse ? 1 : 0;
      exports.enlargeRow(pointer, coarser, y, sparse, scratch);
    },
    extremes(source, stride, left, top, width, height, radius, highest, padded, target) {
      // studio/kernels/assembly/morphology/extremes(usize, i32, i32, i32, i32, i32, i32, bool, usize, usize) => void
      highest = highest ? 1 : 0;
      exports.extremes(source, stride, left, top, width, height, radius, highest, padded, target);
    },
    labOfRow(c, y, least) {
      // studio/kernels/assembly/rims/labOfRow(studio/kernels/assembly/rims/Cells, i32, f32) => void
      c = __lowerRecord15(c) || __notnull();
      exports.labOfRow(c, y, least);
    },
    markRow(c, y) {
      // studio/kernels/assembly/rims/markRow(studio/kernels/assembly/rims/Beside, i32) => i32
      c = __lowerRecord17(c) || __notnull();
      return exports.markRow(c, y);
    },
    splineRow(s, y, out) {
      // studio/kernels/assembly/soften/splineRow(studio/kernels/assembly/soften/Spline, i32, usize) => void
      s = __lowerRecord9(s) || __notnull();
      exports.splineRow(s, y, out);
    },
    pickSide(known, sides, fromOutline, inside, within, values, count, picked, weights) {
      // studio/kernels/assembly/texture/pickSide(usize, usize, usize, bool, f32, usize, i32, usize, usize) => void
      inside = inside ? 1 : 0;
      exports.pickSide(known, sides, fromOutline, inside, within, values, count, picked, weights);
    },
  }, exports);
  function __lowerRecord15(value) {
    // studio/kernels/assembly/rims/Cells
    // Hint: Opt-out from lowering as a record by providing an empty constructor
    if (value == null) return 0;
    const pointer = exports.__pin(exports.__new(48, 15));
    __setU32(pointer + 0, value.colours);
    __setU32(pointer + 4, value.alpha);
    __setU32(pointer + 8, value.width);
    __setU32(pointer + 12, value.height);
    __setU32(pointer + 16, value.covered);
    __setU32(pointer + 20, value.cellsWide);
    __setU32(pointer + 24, value.cellsHigh);
    __setU32(pointer + 28, value.linear);
    __setU32(pointer + 32, value.sums);
    __setU32(pointer + 36, value.l);
    __setU32(pointer + 40, value.a);
    __setU32(pointer + 44, value.b);
    exports.__unpin(pointer);
    return pointer;
  }
  function __lowerRecord17(value) {
    // studio/kernels/assembly/rims/Beside
    // Hint: Opt-out from lowering as a record by providing an empty constructor
    if (value == null) return 0;
    const pointer = exports.__pin(exports.__new(76, 17));
    __setU32(pointer + 0, value.width);
    __setU32(pointer + 4, value.height);
    __setU32(pointer + 8, value.covered);
    __setU32(pointer + 12, value.l);
    __setU32(pointer + 16, value.b);
    __setU32(pointer + 20, value.skin);
    __setU32(pointer + 24, value.toSkin);
    __setU32(pointer + 28, value.skinL);
    __setU32(pointer + 32, value.skinB);
    __setU32(pointer + 36, value.barred);
    __setU32(pointer + 40, value.rim);
    __setU32(pointer + 44, value.trace);
    __setU32(pointer + 48, value.pale);
    __setU32(pointer + 52, value.top);
    __setU32(pointer + 56, value.upper);
    __setU32(pointer + 60, value.bottom);
    __setF32(pointer + 64, value.leastCovered);
    __setF32(pointer + 68, value.far);
    __setF32(pointer + 72, value.near);
    exports.__unpin(pointer);
    return pointer;
  }
  function __lowerRecord9(value) {
    // studio/kernels/assembly/soften/Spline
    // Hint: Opt-out from lowering as a record by providing an empty constructor
    if (value == null) return 0;
    const pointer = exports.__pin(exports.__new(48, 9));
    __setF64(pointer + 0, value.factor);
    __setU32(pointer + 8, value.cells);
    __setU32(pointer + 12, value.across);
    __setU32(pointer + 16, value.down);
    __setU32(pointer + 20, value.width);
    __setU32(pointer + 24, value.starts);
    __setU32(pointer + 28, value.places);
    __setU32(pointer + 32, value.line);
    __setU32(pointer + 36, value.level);
    __setU32(pointer + 40, value.slope);
    __setU32(pointer + 44, value.bend);
    exports.__unpin(pointer);
    return pointer;
  }
  function __notnull() {
    throw TypeError("value must not be null");
  }
  let __dataview = new DataView(memory.buffer);
  function __setU32(pointer, value) {
    try {
      __dataview.setUint32(pointer, value, true);
    } catch {
      __dataview = new DataView(memory.buffer);
      __dataview.setUint32(pointer, value, true);
    }
  }
  function __setF32(pointer, value) {
    try {
      __dataview.setFloat32(pointer, value, true);
    } catch {
      __dataview = new DataView(memory.buffer);
      __dataview.setFloat32(pointer, value, true);
    }
  }
  function __setF64(pointer, value) {
    try {
      __dataview.setFloat64(pointer, value, true);
    } catch {
      __dataview = new DataView(memory.buffer);
      __dataview.setFloat64(pointer, value, true);
    }
  }
  return adaptedExports;
}
