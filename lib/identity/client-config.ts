import { z } from 'zod'

/** Public settings of Firebase's browser SDK; `emulatorOrigin` is null where Google answers. */
export const ClientConfig = z.object({
  apiKey: z.string().min(1),
  authDomain: z.string().min(1),
  projectId: z.string().min(1),
  emulatorOrigin: z.url().nullable(),
})
export type ClientConfig = z.infer<typeof ClientConfig>
