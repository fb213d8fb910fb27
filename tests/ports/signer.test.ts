import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { Reader } from '@contentauth/c2pa-node'
import sharp from 'sharp'
import { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import { DIGITAL_SOURCE_TYPE, GENERATED_SOURCE_TYPE } from '#contract/verification.ts'
import { Signer as SignerSettings } from '#backend/config/signer.ts'
import { createC2paSigner } from '#backend/providers/signer/c2pa.ts'
import { openOwnCertificate, type OwnCertificate } from '#backend/providers/signer/own-certificate.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import { collect } from '#tests/support/collect.ts'
import { DIGITAL_SOURCE_TYPE as MARK, encodeHeadshot, readMark } from '#studio/export/encode.ts'

const Store = z.object({
  active_manifest: z.string(),
  manifests: z.record(
    z.string(),
    z.object({
      claim_generator_info: z.array(z.looseObject({ name: z.string() })),
      assertions: z.array(z.looseObject({ label: z.string(), data: z.unknown() })),
      ingredients: z.array(z.looseObject({ relationship: z.string() })).default([]),
      signature_info: z.looseObject({ alg: z.string(), issuer: z.string() }),
    }),
  ),
  validation_status: z.array(z.looseObject({ code: z.string() })).default([]),
})

let folder: string
let own: OwnCertificate
let signer: Signer
let picture: Uint8Array

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-'))
  own = await openOwnCertificate(join(folder, 'signer'))
  signer = createC2paSigner({ ...own, timestampUrl: undefined })
  const { data, info } = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#876' } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  picture = await encodeHeadshot(
    { data, width: info.width, height: info.height },
    { credit: BRAND, description: 'Made with AI.' },
  )
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  collect()
})

async function read(bytes: Uint8Array) {
  const reader = await Reader.fromAsset({ buffer: Buffer.from(bytes), mimeType: 'image/jpeg' })
  const store = Store.parse(reader?.json())
  const active = store.manifests[store.active_manifest]
  if (!active) throw new Error('no manifest is active')
  return { store, active, faults: store.validation_status.map(({ code }) => code) }
}

test('the picture names its maker and its making, and keeps its pixels and its mark', async () => {
  const signed = await signer.sign(picture)
  const { active, faults } = await read(signed)
  expect(active.claim_generator_info[0]?.name).toBe(BRAND)
  expect(active.signature_info).toMatchObject({ alg: 'Es256', issuer: BRAND })
  const created = { action: 'c2pa.created', digitalSourceType: DIGITAL_SOURCE_TYPE }
  expect(active.assertions).toContainEqual(
    expect.objectContaining({
      label: 'c2pa.actions.v2',
      data: expect.objectContaining({ actions: [expect.objectContaining(created)] }),
    }),
  )
  // A self-made certificate is on no trust list; that must be the only fault.
  expect(faults).toEqual(['signingCredential.untrusted'])
  expect(DIGITAL_SOURCE_TYPE).toBe(MARK)
  expect((await readMark(signed))?.digitalSourceType).toBe(MARK)
  const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()
  expect(await pixels(signed)).toEqual(await pixels(picture))
})

test('a file derived from a signed picture names it as its parent', async () => {
  const parent = await signer.sign(picture)
  const smaller = await sharp(parent).resize(100, 100).jpeg().toBuffer()
  const { store, active, faults } = await read(await signer.sign(smaller, { parent }))
  expect(active.ingredients).toEqual([expect.objectContaining({ relationship: 'parentOf' })])
  expect(JSON.stringify(active.assertions)).toContain(DIGITAL_SOURCE_TYPE)
  expect(Object.keys(store.manifests)).toHaveLength(2)
  expect(faults).toEqual(['signingCredential.untrusted'])
})

test('the manifest of a generated picture says what its mark says, and so does that of a file derived from it', async () => {
  const raster = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const made = await encodeHeadshot(
    { data: raster.data, width: raster.info.width, height: raster.info.height },
    { digitalSourceType: GENERATED_SOURCE_TYPE, credit: BRAND, description: 'Made by AI.' },
  )
  const signed = await signer.sign(made)
  for (const file of [signed, await signer.sign(made, { parent: signed })]) {
    const { active } = await read(file)
    const actions = JSON.stringify(active.assertions)
    expect(actions).toContain(GENERATED_SOURCE_TYPE)
    expect(actions).not.toContain(DIGITAL_SOURCE_TYPE)
  }
})

test('a changed byte is detected', async () => {
  const tampered = Buffer.from(await signer.sign(picture))
  const at = tampered.length - 100
  tampered[at] = (tampered[at] ?? 0) ^ 0x10
  expect((await read(tampered)).faults).toContain('assertion.dataHash.mismatch')
})

test('bytes that are no JPEG are not signed', async () => {
  await expect(signer.sign(new Uint8Array([1, 2, 3]))).rejects.toThrow()
})

test('the certificate is made once, readable by the owner only, and issued by another', async () => {
  const again = await openOwnCertificate(join(folder, 'signer'))
  expect(again).toEqual(own)
  const { mode } = await stat(join(folder, 'signer/signer.json'))
  expect(mode & 0o077).toBe(0)
  const elsewhere = join(folder, 'elsewhere')
  const [here, there] = await Promise.all([openOwnCertificate(elsewhere), openOwnCertificate(elsewhere)])
  expect(here).toEqual(there)
  expect(here).not.toEqual(own)
  const [signing, root] = own.certificate.chain.map((pem) => new X509Certificate(pem))
  expect(root && signing?.verify(root.publicKey)).toBe(true)
  expect(signing?.ca).toBe(false)
})

test('a configured certificate signs with its own key only', () => {
  const given = {
    SIGNER: 'configured',
    C2PA_CERTIFICATES: own.certificate.chain.join('').replaceAll('\n', '\\n'),
    C2PA_PRIVATE_KEY: own.privateKey,
  }
  expect(SignerSettings.parse(given)).toMatchObject({ kind: 'configured', chain: own.certificate.chain })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(SignerSettings.safeParse({ ...given, C2PA_PRIVATE_KEY: other }).error?.issues[0]?.message).toContain(
    'do not belong together',
  )
})
