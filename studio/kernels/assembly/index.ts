export * from './colours'
export * from './composite'
export * from './distance'
export * from './expose'
export * from './finish'
export { applyFit, fit, prepareFitting } from './fitting'
export * from './part'
export { reduce } from './resize'
export * from './retouch'
export * from './soften'
export * from './warp'
export * from './windows'

/** Where the memory beyond the kernels' own begins. */
export function heapBase(): usize {
  return __heap_base
}
