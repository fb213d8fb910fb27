import { BMFF, JPEG, PNG } from '@trustnxt/c2pa-ts/asset'
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf'
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest'

/** What a file's signed manifest says, and whether it still fits the file. */
export type ManifestReading =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'read'; issuer: string | null; generator: string | null; isIntact: boolean }

/**
 * Reads and checks the C2PA manifest of a JPEG, PNG or HEIF in this very process. That the bytes are those that were
 * signed is proven; who stands behind the certificate is not.
 * @see https://spec.c2pa.org/specifications/specifications/2.1/specs/C2PA_Specification.html
 */
export async function readManifest(bytes: Uint8Array<ArrayBuffer>): Promise<ManifestReading> {
  const Format = [JPEG, PNG, BMFF].find((format) => format.canRead(bytes))
  if (Format === undefined) return { kind: 'none' }
  try {
    const asset = new Format(bytes)
    const box = asset.getManifestJUMBF()
    if (box === undefined) return { kind: 'none' }
    const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(box)))
    const active = store.getActiveManifest()
    const { statusEntries } = await store.validate(asset)
    // A certificate nobody vouches for is told by its name, not counted as a change of the picture.
    const failures = statusEntries.filter(
      ({ success, code }) => !success && !code.startsWith('signingCredential'),
    )
    return {
      kind: 'read',
      issuer: commonName(active?.signature?.signatureData.certificate?.subject),
      generator: active?.claim?.claimGeneratorName ?? null,
      isIntact: failures.length === 0,
    }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** The name in a distinguished name such as `CN=Signer, O=Company`. */
function commonName(subject: string | undefined): string | null {
  return /(?:^|,\s*)(?:CN|O)=([^,]+)/.exec(subject ?? '')?.[1]?.trim() ?? null
}
