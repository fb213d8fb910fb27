import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import type { SigningCertificate } from '#contract/verification.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const YEARS_VALID = 10
/** id-kp-documentSigning (RFC 9336), one of the purposes that the C2PA asks for. */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36'

const Kept = z.object({ chain: z.array(z.string()), privateKey: z.string() })

export interface OwnCertificate {
  certificate: SigningCertificate
  /** PEM, PKCS 8. */
  privateKey: string
}

/** The certificate of this installation: made when first wanted, and kept in the folder, readable by its owner alone. */
export async function openOwnCertificate(folder: string): Promise<OwnCertificate> {
  const path = join(folder, 'signer.json')
  if (!existsSync(path)) await keepFirst(folder, path)
  const { chain, privateKey } = Kept.parse(JSON.parse(await readFile(path, 'utf8')))
  return { certificate: { kind: 'own', chain }, privateKey }
}

/** Keeps the first certificate of processes that start together. */
async function keepFirst(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${crypto.randomUUID()}`
  await writeFile(temporary, JSON.stringify(await makeCertificate(), null, 2), { mode: 0o600, flush: true })
  try {
    await link(temporary, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * A root, and a signing certificate issued by it: a signing certificate may not be its own issuer (C2PA 2.2, 14.5.1).
 */
async function makeCertificate(): Promise<z.infer<typeof Kept>> {
  // Required by the library's dependency injection.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const [rootKeys, keys] = [await newKeys(), await newKeys()]
  const notBefore = new Date()
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS_VALID)
  const valid = { notBefore, notAfter, signingAlgorithm: ALGORITHM }
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...valid,
    serialNumber: newSerialNumber(),
    name: `CN=${BRAND} root of this installation, O=${BRAND}`,
    keys: rootKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  })
  const signing = await x509.X509CertificateGenerator.create({
    ...valid,
    serialNumber: newSerialNumber(),
    subject: `CN=${BRAND}, O=${BRAND}`,
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([DOCUMENT_SIGNING], false),
      await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    // Node ends each with a line break: the chain is read as one text.
    chain: [signing, root].map(({ rawData }) => new X509Certificate(Buffer.from(rawData)).toString()),
    privateKey: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  }
}

/** Positive, and like no other (RFC 5280, 4.1.2.2). */
function newSerialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `01${Buffer.from(bytes).toString('hex')}`
}
