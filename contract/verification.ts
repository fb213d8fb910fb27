import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * Kinds of generated files: a headshot as it was made, the watermarked preview, or a file derived from a headshot.
 */
export const GeneratedFileKind = z.enum(['headshot', 'preview', 'export', 'upscale'])
export type GeneratedFileKind = z.infer<typeof GeneratedFileKind>

/**
 * What every finished picture says of itself, in its metadata and in its signed manifest: a photograph of which trained
 * algorithms made parts (IPTC NewsCodes, Digital Source Type).
 */
export const DIGITAL_SOURCE_TYPE =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'

/** The same of a picture that was generated: made by a trained algorithm, from no single photograph. */
export const GENERATED_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** SHA-256 of a file, hexadecimal in either case. */
export const FileHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toLowerCase()

/** Facts about a file for any holder of it; no data of the person it shows. */
export const Verification = z
  .object({
    isOurs: z.boolean(),
    kind: GeneratedFileKind.nullable().meta({ description: 'Null when it is not ours' }),
    madeOn: z.iso.date().nullable().meta({ description: 'The day it was made, UTC' }),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

/** What signs the manifests of generated pictures. */
export const SigningCertificate = z
  .object({
    kind: z.enum(['own', 'configured']).meta({
      description: 'Made by this installation, so on no list of trust; or issued by an authority',
    }),
    chain: z.array(z.string()).meta({ description: 'PEM, the signing certificate first' }),
  })
  .meta({ id: 'SigningCertificate' })
export type SigningCertificate = z.infer<typeof SigningCertificate>

export const verificationEndpoints = {
  getSigningCertificate: defineEndpoint({
    method: 'GET',
    path: '/verify/certificate',
    aliases: [],
    auth: 'public',
    rate: 'public',
    cache: { publicSeconds: 3600, staleSeconds: 86_400 },
    summary: 'The certificate that signs what is generated here',
    response: SigningCertificate,
    errors: [],
  }),
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
