import type { ReactNode } from 'react'
import { sayKept, type Processing } from '#contract/processing.ts'
import type { Messages } from '#lib/i18n/messages.ts'

interface Props {
  engine: Processing['engines'][number]
  copy: Messages['processing']
  locale: string
}

/** The company that runs the engine; "this server" or "our own machines", translated, where the operator runs it. */
export function nameOf(
  { subProcessor, region }: Pick<Props['engine'], 'subProcessor' | 'region'>,
  names: Messages['processing']['names'],
): string {
  return subProcessor ?? names[region === 'here' ? 'here' : 'own']
}

/** Who makes pictures: what it does, where, and what it keeps for how long. */
export function EngineFacts({ engine, copy, locale }: Props) {
  const { labels } = copy
  const kept = (what: keyof typeof engine.keeps) => sayKept(engine.keeps[what], locale, copy.kept)
  const rows: [string, ReactNode][] = [
    [labels.makes, copy.makes[engine.generates ? 'generates' : 'finishes']],
    [labels.does, copy.does[engine.trains ? 'trains' : 'references']],
    [labels.region, copy.regions[engine.region]],
    [labels.selfies, kept('selfies')],
    [labels.models, kept('models')],
    [labels.pictures, kept('pictures')],
    [labels.licence, engine.licence === 'own' ? copy.ownLicence : engine.licence],
  ]
  return (
    <>
      <h3 translate={engine.subProcessor === null ? undefined : 'no'} className="text-lg">
        {nameOf(engine, copy.names)}
      </h3>
      <dl className="mt-3 grid gap-x-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="pt-3 text-sm text-ink-soft sm:border-t sm:border-hairline sm:pb-3">{label}</dt>
            <dd className="border-hairline pb-3 max-sm:border-b sm:border-t sm:pt-3">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
