import type { SigningCertificate } from '#contract/verification.ts'

/** The type that can carry a manifest: the only other generated type is the print sheet, a PDF. */
export const SIGNABLE_MEDIA_TYPE = 'image/jpeg'

/** Signs generated files with content credentials, so that anyone can verify their origin. */
export interface Signer {
  /** The certificate behind the signatures. */
  readonly certificate: SigningCertificate
  /**
   * Returns the same JPEG with a signed manifest that declares it as generated, or as derived from the generated
   * `parent`.
   * @throws when the bytes are no JPEG
   */
  sign(picture: Uint8Array, options?: { parent?: Uint8Array }): Promise<Uint8Array>
}
