import type { SigningCertificate } from '#contract/verification.ts'

/** What a manifest is put into: of all that is generated only the print sheet, a PDF, is something else. */
export const SIGNABLE_MEDIA_TYPE = 'image/jpeg'

/** Signs what was generated with content credentials, so that anybody can check where it came from. */
export interface Signer {
  /** Whose word a signature is. */
  readonly certificate: SigningCertificate
  /**
   * The same JPEG with a signed manifest that says that it was generated, or made of the `parent` that was.
   * @throws what is no JPEG
   */
  sign(picture: Uint8Array, options?: { parent?: Uint8Array }): Promise<Uint8Array>
}
