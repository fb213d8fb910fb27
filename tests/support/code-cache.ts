const { NODE_COMPILE_CACHE } = process.env
/** Of the environment of whatever runs a backend: what is compiled of its code is kept for all of them. */
export const CODE_CACHE: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
