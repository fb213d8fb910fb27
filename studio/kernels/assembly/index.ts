export * from './bytes'
export * from './colour-opinion'
export * from './composite'
export * from './denoise'
export * from './edge-cast'
export * from './expose'
export * from './filters'
export * from './finish'
export * from './histogram'
export * from './laplacian'
export * from './masks'
export * from './noise'
export * from './outline'
export * from './part'
export * from './retouch'
export * from './rims'
export * from './segmentation'
export * from './select'
export * from './skin'
export * from './soften'
export * from './trimap'
export * from './warp'
export * from './windows'

/** Where the memory beyond the kernels' own begins. */
export function heapBase(): usize {
  return __heap_base
}
