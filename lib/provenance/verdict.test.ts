import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import type { Findings, SignedBy } from './examine.ts'
import type { ReadManifest } from './read-manifest.ts'
import { verdictOf, type Verdict } from './verdict.ts'

const none: Findings = {
  record: { isOurs: false, kind: null, madeOn: null },
  mark: undefined,
  manifest: { kind: 'none' },
  signedBy: null,
}
const signed = (signedBy: SignedBy, state: ReadManifest['state']): Findings => ({
  ...none,
  manifest: { kind: 'read', issuer: 'x', generator: 'x', certificate: 'x', state },
  signedBy,
})
const onRecord = { isOurs: true, kind: 'headshot', madeOn: '2026-01-01' } as const

testEach<[string, Findings, Verdict]>([
  ['without anything', none, 'unknown'],
  ['in whose format nothing is looked for', { ...none, manifest: { kind: 'unsupported' } }, 'unknown'],
  ['with a mark', { ...none, mark: 'trainedAlgorithmicMedia' }, 'marked'],
  ['with a mark that names a camera', { ...none, mark: 'digitalCapture' }, 'unknown'],
  ['with our signature', signed('own', 'intact'), 'signed'],
  ['with the signature of a certificate issued to us', signed('configured', 'intact'), 'signed'],
  ['changed after we signed', signed('own', 'changed'), 'changed'],
  ['whose manifest was changed, our certificate in it', signed('own', 'invalid'), 'damaged'],
  ['whose manifest cannot be read', { ...none, manifest: { kind: 'unreadable' } }, 'damaged'],
  ['signed by another', signed('other', 'intact'), 'foreign'],
  ['changed after another signed', signed('other', 'changed'), 'foreignChanged'],
  [
    'on record, even with a damaged foreign manifest',
    { ...signed('other', 'invalid'), record: onRecord },
    'ours',
  ],
])('a file %s', (_what, findings, verdict) => {
  expect(verdictOf(findings)).toBe(verdict)
})
