import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** What a generated file is: a headshot as it was made, the watermarked preview, or what became of a headshot. */
export const GeneratedFileKind = z.enum(['headshot', 'preview', 'export', 'upscale'])
export type GeneratedFileKind = z.infer<typeof GeneratedFileKind>

/** SHA-256 of a file, hexadecimal in either case. */
export const FileHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toLowerCase()

/** What anybody may know of a file who holds it; nothing of the person it shows. */
export const Verification = z
  .object({
    isOurs: z.boolean(),
    kind: GeneratedFileKind.nullable().meta({ description: 'Null when it is not ours' }),
    madeOn: z.iso.date().nullable().meta({ description: 'The day it was made, UTC' }),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

export const verificationEndpoints = {
  verifyFile: defineEndpoint({
    method: 'GET',
    path: '/verify',
    aliases: [],
    auth: 'public',
    rate: 'public',
    summary: 'Whether a file of this hash was made here; also after its headshot was deleted',
    query: z.object({ sha256: FileHash }),
    response: Verification,
    errors: [],
  }),
}
