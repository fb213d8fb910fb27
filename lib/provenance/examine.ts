import { publicClient } from '#lib/api/public-client.ts'
import type { SigningCertificate, Verification } from '#contract/verification.ts'
import { iptcMark } from './iptc-mark.ts'
import { readManifest, type ManifestReading } from './read-manifest.ts'

/** The signing certificate's owner: this site, with one it made or one issued to it, or another. */
export type SignedBy = SigningCertificate['kind'] | 'other'

/** All that can be told of a file. */
export interface Findings {
  record: Verification
  mark: string | undefined
  manifest: ManifestReading
  /** Null without a manifest that can be read. */
  signedBy: SignedBy | null
}

/** Reads a file in the browser; of it, nothing but its hash leaves. @throws CallError when the record is out of reach */
export async function examineFile(file: Blob): Promise<Findings> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [record, manifest] = await Promise.all([
    sha256(bytes).then((hash) => publicClient().call('verifyFile', { query: { sha256: hash } })),
    readManifest(bytes),
  ])
  const signedBy = manifest.kind === 'read' ? await signerOf(manifest.certificate) : null
  return { record, mark: iptcMark(bytes), manifest, signedBy }
}

async function signerOf(certificate: string): Promise<SignedBy> {
  const { kind, chain } = await publicClient().call('getSigningCertificate', {})
  const [signing = ''] = chain
  return derOf(signing) === certificate ? kind : 'other'
}

/** The bytes between the lines that begin and end a certificate. */
const derOf = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
