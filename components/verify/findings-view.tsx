import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Findings } from '#lib/provenance/examine.ts'
import { verdictOf } from '#lib/provenance/verdict.ts'
import type { Messages } from '#lib/i18n/messages.ts'

export type FindingsCopy = Pick<
  Messages['verify'],
  'verdict' | 'record' | 'kinds' | 'iptc' | 'manifest' | 'signedBy'
>

interface Props {
  findings: Findings
  name: string
  /** Null for a file that is no picture. */
  previewUrl: string | null
  copy: FindingsCopy
  locale: string
}

type Weight = 'proof' | 'hint' | 'warning' | 'nothing'

/** The verdict, then each finding in a sentence. */
export function FindingsView({ findings, name, previewUrl, copy, locale }: Props) {
  const { record, mark, manifest, signedBy } = findings
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[10rem_1fr]">
      {previewUrl === null ? (
        <span aria-hidden="true" className="hidden sm:block" />
      ) : (
        // eslint-disable-next-line @next/next/no-img-element -- a file of the visitor's own, which no optimizer reaches
        <img
          src={previewUrl}
          alt={name}
          className="max-h-52 w-full max-w-40 rounded-sm bg-wash object-contain object-left-top"
        />
      )}
      <div className="min-w-0">
        <h2 className="text-xl sm:text-2xl">{copy.verdict[verdictOf(findings)]}</h2>
        <p translate="no" className="mt-1 truncate text-sm text-ink-soft">
          {name}
        </p>
        <ul className="mt-5 border-t border-edge">
          <Finding title={copy.record.title} weight={record.isOurs ? 'proof' : 'nothing'}>
            {recordSentence(record, copy, locale)}
          </Finding>
          <Finding title={copy.iptc.title} weight={mark === undefined ? 'nothing' : 'hint'}>
            {markSentence(mark, copy)}
          </Finding>
          <Finding title={copy.manifest.title} weight={manifestWeight(manifest)}>
            {manifestSentence(manifest, copy)}
          </Finding>
          {signedBy !== null && (
            <Finding title={copy.signedBy.title} weight={signedBy === 'other' ? 'nothing' : 'proof'}>
              {copy.signedBy[signedBy]}
            </Finding>
          )}
        </ul>
      </div>
    </div>
  )
}

function recordSentence(
  { isOurs, kind, madeOn }: Findings['record'],
  copy: FindingsCopy,
  locale: string,
): string {
  if (!isOurs || kind === null || madeOn === null) return copy.record.unknown
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(madeOn),
  )
  return copy.record.ours.replace('{kind}', copy.kinds[kind]).replace('{date}', date)
}

function markSentence(mark: string | undefined, { iptc }: FindingsCopy): string {
  if (mark === undefined) return iptc.none
  if (mark === 'trainedAlgorithmicMedia') return iptc.trained
  if (mark === 'compositeWithTrainedAlgorithmicMedia') return iptc.composite
  return iptc.other.replace('{value}', mark)
}

function manifestSentence(manifest: Findings['manifest'], { manifest: copy }: FindingsCopy): string {
  if (manifest.kind !== 'read') return copy[manifest.kind]
  const who = copy.present
    .replace('{issuer}', manifest.issuer ?? copy.unnamed)
    .replace('{generator}', manifest.generator ?? copy.unnamed)
  return `${who} ${copy[manifest.state]}`
}

function manifestWeight(manifest: Findings['manifest']): Weight {
  if (manifest.kind === 'none' || manifest.kind === 'unsupported') return 'nothing'
  return manifest.kind === 'read' && manifest.state === 'intact' ? 'proof' : 'warning'
}

const DOT: Readonly<Record<Weight, string>> = {
  proof: 'bg-success',
  hint: 'bg-accent',
  warning: 'bg-danger',
  nothing: 'border border-edge',
}

function Finding({ title, weight, children }: { title: string; weight: Weight; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_1fr] gap-x-3 border-b border-hairline py-4">
      <span aria-hidden="true" className={clsx('mt-2 size-2.5 rounded-full', DOT[weight])} />
      <div>
        <h3 className="text-base tracking-normal">{title}</h3>
        <p className="mt-0.5 measure text-sm text-ink-soft">{children}</p>
      </div>
    </li>
  )
}
