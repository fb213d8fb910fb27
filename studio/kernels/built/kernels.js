export async function instantiate(module, imports = {}) {
  const { exports } = await WebAssembly.instantiate(module, imports);
  const memory = exports.memory || imports.env.memory;
  const adaptedExports = Object.setPrototypeOf({
    heapBase() {
      // studio/kernels/assembly/index/heapBase() => usize
      return exports.heapBase() >>> 0;
    },
    splineRow(s, y, out) {
      // studio/kernels/assembly/soften/splineRow(studio/kernels/assembly/soften/Spline, i32, usize) => void
      s = __lowerRecord4(s) || __notnull();
      exports.splineRow(s, y, out);
    },
  }, exports);
  function __lowerRecord4(value) {
    // studio/kernels/assembly/soften/Spline
    // Hint: Opt-out from lowering as a record by providing an empty constructor
    if (value == null) return 0;
    const pointer = exports.__pin(exports.__new(36, 4));
    __setF64(pointer + 0, value.factor);
    __setU32(pointer + 8, value.cells);
    __setU32(pointer + 12, value.across);
    __setU32(pointer + 16, value.down);
    __setU32(pointer + 20, value.width);
    __setU32(pointer + 24, value.starts);
    __setU32(pointer + 28, value.places);
    __setU32(pointer + 32, value.line);
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
