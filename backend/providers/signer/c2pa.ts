import { constants, createPrivateKey, sign as signBytes, type KeyObject } from 'node:crypto'
import type { JsCallbackSignerConfig } from '@contentauth/c2pa-node'
import { BRAND } from '#contract/brand.ts'
import {
  DIGITAL_SOURCE_TYPE,
  GENERATED_SOURCE_TYPE,
  type SigningCertificate,
} from '#contract/verification.ts'
import { SIGNABLE_MEDIA_TYPE as mimeType, type Signer } from './signer-port.ts'

export interface C2paSignerOptions {
  certificate: SigningCertificate
  /** PEM, PKCS 8. */
  privateKey: string
  /** An RFC 3161 time stamp authority, asked with each signature, so that signatures outlive the certificate. */
  timestampUrl: string | undefined
}

type SourceType = typeof DIGITAL_SOURCE_TYPE | typeof GENERATED_SOURCE_TYPE
type Algorithm = JsCallbackSignerConfig['alg']

/** Room for the chain and the signature, and for a time stamp with its own chain. */
const SIGNATURE_BYTES = 4096
const TIMESTAMP_BYTES = 16_384

/** No network access and no thumbnail: the manifest takes a few kilobytes. */
const SETTINGS = { builder: { thumbnail: { enabled: false } }, verify: { verify_after_sign: false } }

/**
 * Manifests of the C2PA's own library, embedded in the file (C2PA 2.2, 8 and 10.3.1). The key stays in this process's
 * hands: the library asks back for each signature.
 * @see https://spec.c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html
 */
export function createC2paSigner({ certificate, privateKey, timestampUrl }: C2paSignerOptions): Signer {
  const key = createPrivateKey(privateKey)
  const alg = algorithmOf(key)
  const config: JsCallbackSignerConfig = {
    alg,
    certs: certificate.chain.map((pem) => Buffer.from(pem)),
    reserveSize: SIGNATURE_BYTES + (timestampUrl === undefined ? 0 : TIMESTAMP_BYTES),
    directCoseHandling: false,
    ...(timestampUrl !== undefined && { tsaUrl: timestampUrl }),
  }
  const answer = (data: Buffer) => Promise.resolve(signatureOf(data, key, alg))

  return {
    certificate,
    async sign(picture, { parent } = {}) {
      // A native library of 50 MB: loaded by who signs.
      const { Builder, CallbackSigner } = await import('@contentauth/c2pa-node')
      const digitalSourceType = sourceTypeOf(picture)
      const builder = Builder.withJson({ claim_generator_info: [{ name: BRAND }] }, SETTINGS)
      if (parent === undefined) {
        builder.setIntent({ create: digitalSourceType })
      } else {
        builder.setIntent('edit')
        const ingredient = { relationship: 'parentOf', format: mimeType }
        const asset = { buffer: Buffer.from(parent), mimeType }
        await builder.addIngredient(JSON.stringify(ingredient), asset)
        builder.addAction(JSON.stringify({ action: 'c2pa.edited', digitalSourceType }))
      }
      const signed: { buffer: Buffer | null } = { buffer: null }
      const source = { buffer: Buffer.from(picture), mimeType }
      await builder.signAsync(CallbackSigner.newSigner(config, answer), source, signed)
      if (signed.buffer === null) throw new Error('nothing was signed')
      return signed.buffer
    },
  }
}

/** As the picture's own mark has it, so that mark and manifest say the same: its XMP lies in a JPEG as it was written. */
function sourceTypeOf(picture: Uint8Array): SourceType {
  const isGenerated = Buffer.from(picture).includes(
    `DigitalSourceType>${GENERATED_SOURCE_TYPE}<`,
    0,
    'latin1',
  )
  return isGenerated ? GENERATED_SOURCE_TYPE : DIGITAL_SOURCE_TYPE
}

/** The one the key is made for (C2PA 2.2, 13.2.1). @throws when there is none */
function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): Algorithm {
  if (type === 'ed25519') return 'ed25519'
  if (type === 'rsa' || type === 'rsa-pss') return 'ps256'
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'es256'
  if (type === 'ec' && details?.namedCurve === 'secp384r1') return 'es384'
  throw new Error('no algorithm of the C2PA signs with this key')
}

/** In COSE's form (RFC 9053, 2): both numbers of an elliptic curve signature one after the other. */
function signatureOf(data: Buffer, key: KeyObject, algorithm: Algorithm): Buffer {
  if (algorithm === 'ed25519') return signBytes(null, data, key)
  if (algorithm === 'ps256')
    return signBytes('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
  return signBytes(algorithm === 'es384' ? 'sha384' : 'sha256', data, { key, dsaEncoding: 'ieee-p1363' })
}
