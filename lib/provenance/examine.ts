import { publicClient } from '#lib/api/public-client.ts'
import type { Verification } from '#contract/verification.ts'
import { iptcMark } from './iptc-mark.ts'
import { readManifest, type ManifestReading } from './read-manifest.ts'

/** All that can be told of a file. */
export interface Findings {
  record: Verification
  mark: string | undefined
  manifest: ManifestReading
}

/** Reads a file in the browser; of it, nothing but its hash leaves. @throws CallError when the record is out of reach */
export async function examineFile(file: Blob): Promise<Findings> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [record, manifest] = await Promise.all([
    sha256(bytes).then((hash) => publicClient().call('verifyFile', { query: { sha256: hash } })),
    readManifest(bytes),
  ])
  return { record, mark: iptcMark(bytes), manifest }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
