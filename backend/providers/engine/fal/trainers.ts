import { z } from 'zod'

/** Files at the vendor go after this: we copy them at once, and an hour bears a worker that was killed. */
export const FAL_FILES_KEPT_SECONDS = 3600

export const FalTrainerName = z.enum([
  'flux-2-trainer',
  'flux-2-trainer-v2',
  'klein-9b-base-trainer',
  'qwen-image-2512-trainer',
  'flux-lora-portrait-trainer',
])
export type FalTrainerName = z.infer<typeof FalTrainerName>

interface Trainer {
  /** The input of a training; every trainer has names of its own. */
  inputOf: (order: {
    archiveUrl: string
    caption: string
    trigger: string
    steps: number
  }) => Record<string, unknown>
  steps: { each: number; least: number; most: number }
  /** Steps that are billed at least. */
  billedLeast: number
}

const captioned = (): Trainer => ({
  // Fails without captions; those in the archive are the same.
  inputOf: ({ archiveUrl, caption, steps }) => ({
    image_data_url: archiveUrl,
    default_caption: caption,
    steps,
  }),
  steps: { each: 100, least: 1000, most: 2000 },
  billedLeast: 0,
})

/** Trainers whose field names are known. `flux-lora-fast-training` is none of them: it loses the likeness. */
export const FAL_TRAINERS: Readonly<Record<FalTrainerName, Trainer>> = {
  'flux-2-trainer': captioned(),
  'flux-2-trainer-v2': captioned(),
  'klein-9b-base-trainer': captioned(),
  'qwen-image-2512-trainer': { ...captioned(), billedLeast: 500 },
  'flux-lora-portrait-trainer': {
    inputOf: ({ archiveUrl, trigger, steps }) => ({
      images_data_url: archiveUrl,
      trigger_phrase: trigger,
      steps,
      multiresolution_training: true,
      subject_crop: true,
      create_masks: true,
    }),
    steps: { each: 200, least: 2000, most: 3000 },
    billedLeast: 0,
  },
}
