export * from './edge-cast'
export * from './filters'
export * from './histogram'
export * from './laplacian'
export * from './masks'
export * from './outline'
export * from './trimap'
export * from './segmentation'
export * from './warp'
export * from './windows'

/** Where the memory beyond the kernels' own begins. */
export function heapBase(): usize {
  return __heap_base
}
