/** Weights that a container may run, and whether what it makes may be sold where they run on one's own machines. */
export const COG_WEIGHTS = {
  'flux-2-klein-4b': { name: 'FLUX.2 [klein] 4B, Apache-2.0', allowsCommercialUse: true },
  'flux-1-schnell': { name: 'FLUX.1 [schnell], Apache-2.0', allowsCommercialUse: true },
  'qwen-image': { name: 'Qwen-Image, Apache-2.0', allowsCommercialUse: true },
  'flux-2-klein-9b': { name: 'FLUX.2 [klein] 9B, non-commercial', allowsCommercialUse: false },
  'flux-1-dev': { name: 'FLUX.1 [dev], non-commercial', allowsCommercialUse: false },
} as const

export type CogWeights = keyof typeof COG_WEIGHTS
