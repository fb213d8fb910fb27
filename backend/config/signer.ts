import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { choice, dataDir, text } from './fields.ts'

/** A PEM text on one line with `\n` in it, as many panels store it, or on several lines. */
const pem = text.transform((value) => value.replaceAll('\\n', '\n'))
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g

export const Signer = z.discriminatedUnion(
  'SIGNER',
  [
    z
      .object({ SIGNER: z.literal('own'), DATA_DIR: dataDir })
      .transform((env) => ({ kind: 'own' as const, dataDir: env.DATA_DIR })),
    z
      .object({
        SIGNER: z.literal('configured'),
        C2PA_CERTIFICATES: pem.describe(
          'The chain in PEM, the signing certificate first, without the root; what `C2PA_PRIVATE_KEY` belongs to.',
        ),
        C2PA_PRIVATE_KEY: pem.describe('Its key in PEM (PKCS 8): P-256, P-384, Ed25519 or RSA.'),
        C2PA_TIMESTAMP_URL: z
          .url()
          .optional()
          .describe('A time stamp authority (RFC 3161), so that signatures outlive the certificate.'),
      })
      .transform((env, context) => {
        const chain = env.C2PA_CERTIFICATES.match(CERTIFICATE) ?? []
        if (!belongTogether(chain[0], env.C2PA_PRIVATE_KEY)) {
          const message = 'C2PA_CERTIFICATES and C2PA_PRIVATE_KEY do not belong together'
          context.addIssue({ code: 'custom', message, path: [] })
        }
        return {
          kind: 'configured' as const,
          chain,
          privateKey: env.C2PA_PRIVATE_KEY,
          timestampUrl: env.C2PA_TIMESTAMP_URL,
        }
      }),
  ],
  choice('own', 'configured'),
)

function belongTogether(certificate: string | undefined, privateKey: string): boolean {
  try {
    const { publicKey } = new X509Certificate(certificate ?? '')
    return publicKey.equals(createPublicKey(createPrivateKey(privateKey)))
  } catch {
    return false
  }
}
