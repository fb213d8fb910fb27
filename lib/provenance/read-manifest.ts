import { BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest'

export interface ReadManifest {
  kind: 'read'
  issuer: string | null
  generator: string | null
  /** The signing certificate: DER in base64. */
  certificate: string
  /**
   * `changed`: the signature holds, and the picture is another than was signed. `invalid`: the manifest is not what was
   * signed, so nothing in it counts.
   */
  state: 'intact' | 'changed' | 'invalid'
}

/** The statements of a file's signed manifest, and whether it still fits the file. */
export type ManifestReading =
  | { kind: 'none' }
  /** In a file of this type we do not look for one. */
  | { kind: 'unsupported' }
  | { kind: 'unreadable' }
  | ReadManifest

/** Failures that are about the picture; all others are about the manifest. */
const OF_PICTURE = /^assertion\.(?:dataHash|bmffHash|boxesHash)\.mismatch$/

/**
 * Reads and checks the C2PA manifest of a JPEG, PNG or HEIF in this very process. That the bytes are those that were
 * signed is proven; the owner of the certificate is not.
 * @see https://spec.c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html
 */
export async function readManifest(bytes: Uint8Array<ArrayBuffer>): Promise<ManifestReading> {
  const Format = [JPEG, PNG, BMFF].find((format) => format.canRead(bytes))
  if (Format === undefined) return { kind: 'unsupported' }
  try {
    const asset = new Format(bytes)
    const box = asset.getManifestJUMBF()
    if (box === undefined) return { kind: 'none' }
    const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(box)))
    const active = store.getActiveManifest()
    const certificate = active?.signature?.signatureData.certificate
    if (certificate === undefined) return { kind: 'unreadable' }
    const { statusEntries } = await store.validate(asset)
    // An untrusted certificate is shown by its name, not counted as a change of the picture.
    const failures = statusEntries
      .filter(({ success, code }) => !success && !code.startsWith('signingCredential'))
      .map(({ code }) => code)
    return {
      kind: 'read',
      issuer: commonName(certificate.subject),
      generator: active?.claim?.claimGeneratorName ?? null,
      certificate: certificate.toString('base64'),
      state: stateOf(failures),
    }
  } catch {
    return { kind: 'unreadable' }
  }
}

function stateOf(failures: readonly string[]): ReadManifest['state'] {
  if (failures.length === 0) return 'intact'
  return failures.every((code) => OF_PICTURE.test(code)) ? 'changed' : 'invalid'
}

/** The name in a distinguished name such as `CN=Signer, O=Company`. */
function commonName(subject: string): string | null {
  return /(?:^|,\s*)(?:CN|O)=([^,]+)/.exec(subject)?.[1]?.trim() ?? null
}
