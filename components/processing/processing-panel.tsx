'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { sayKept, type Processing } from '#contract/processing.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Messages } from '#lib/i18n/messages.ts'

interface Props {
  copy: Messages['processing']
  locale: string
}

type State = 'reading' | 'failed' | Processing

/** Where pictures are, by today's settings. The page is prerendered without them; their place is kept meanwhile. */
export function ProcessingPanel({ copy, locale }: Props) {
  const [state, setState] = useState<State>('reading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    void readProcessing().then((read) => {
      if (!isGone) setState(read ?? 'failed')
    })
    return () => {
      isGone = true
    }
  }, [attempt])

  if (state === 'reading') {
    return (
      <p role="status" className="min-h-[44rem] text-ink-soft sm:min-h-[34rem]">
        {copy.reading}
      </p>
    )
  }
  if (state === 'failed') {
    const retry = () => {
      setState('reading')
      setAttempt(attempt + 1)
    }
    return (
      <div className="min-h-[44rem] sm:min-h-[34rem]">
        <Notice tone="error">{copy.unknown}</Notice>
        <Button variant="secondary" className="mt-4" onClick={retry}>
          {copy.retry}
        </Button>
      </div>
    )
  }
  const { company, region, place } = state.storage
  return (
    <div className="min-h-[44rem] sm:min-h-[34rem]">
      {state.staysHere && (
        <div className="mb-10 border-l-4 border-accent pl-5">
          <p className="text-xl font-semibold">{copy.stays.title}</p>
          <p className="mt-2 measure">{copy.stays.text}</p>
        </div>
      )}
      <h2 className="text-2xl">{copy.engines}</h2>
      {state.engines.map((engine) => (
        <Engine key={engine.name} engine={engine} copy={copy} locale={locale} />
      ))}
      <h2 className="mt-12 text-2xl">{copy.storage}</h2>
      <p className="mt-4 measure">
        {copy.places[place].replace('{company}', company ?? '').replace('{region}', region ?? '')}
      </p>
    </div>
  )
}

function Engine({ engine, copy, locale }: Props & { engine: Processing['engines'][number] }) {
  const { labels } = copy
  const kept = (what: keyof typeof engine.keeps) => sayKept(engine.keeps[what], locale, copy.kept)
  const rows: [string, ReactNode][] = [
    [labels.does, copy.does[engine.trains ? 'trains' : 'references']],
    [labels.region, copy.regions[engine.region]],
    [labels.selfies, kept('selfies')],
    [labels.models, kept('models')],
    [labels.pictures, kept('pictures')],
    [labels.licence, engine.licence === 'own' ? copy.ownLicence : engine.licence],
  ]
  return (
    <section className="mt-6 border-t border-edge pt-4">
      <h3 translate={engine.subProcessor === null ? undefined : 'no'} className="text-lg">
        {engine.subProcessor ?? copy.names[engine.region === 'here' ? 'here' : 'own']}
      </h3>
      <dl className="mt-3 grid gap-x-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="pt-3 text-sm text-ink-soft sm:border-t sm:border-hairline sm:pb-3">{label}</dt>
            <dd className="border-hairline pb-3 max-sm:border-b sm:border-t sm:pt-3">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Undefined while the backend is away. */
async function readProcessing(): Promise<Processing | undefined> {
  try {
    const response = await fetch('/api/backend/processing')
    if (!response.ok) return undefined
    // The backend's own answer, of the contract's type; its parser stays off this page.
    return (await response.json()) as Processing
  } catch {
    return undefined
  }
}
