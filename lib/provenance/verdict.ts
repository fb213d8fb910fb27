import type { Findings } from './examine.ts'

export const VERDICTS = [
  'ours',
  'signed',
  'changed',
  'foreign',
  'foreignChanged',
  'damaged',
  'marked',
  'unknown',
] as const
/** The result of all findings. */
export type Verdict = (typeof VERDICTS)[number]

/** The record is our own word, so it comes first; a signature says more than a mark that anybody can write. */
export function verdictOf({ record, mark, manifest, signedBy }: Findings): Verdict {
  if (record.isOurs) return 'ours'
  if (manifest.kind === 'unreadable') return 'damaged'
  if (manifest.kind === 'read') {
    // A certificate in a manifest with an invalid signature proves nothing.
    if (manifest.state === 'invalid') return 'damaged'
    if (signedBy === 'other') return manifest.state === 'intact' ? 'foreign' : 'foreignChanged'
    return manifest.state === 'intact' ? 'signed' : 'changed'
  }
  return isMadeByMachine(mark) ? 'marked' : 'unknown'
}

const isMadeByMachine = (mark: string | undefined) => /algorithmicmedia$/i.test(mark ?? '')
