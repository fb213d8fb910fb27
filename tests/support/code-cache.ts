const { NODE_COMPILE_CACHE } = process.env
/** Environment of programs that run a backend: they share one cache of compiled code. */
export const CODE_CACHE: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
