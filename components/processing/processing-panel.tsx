'use client'

import { useEffect, useState } from 'react'
import type { Processing } from '#contract/processing.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Messages } from '#lib/i18n/messages.ts'
import { EngineFacts } from './engine-facts.tsx'

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
        <section key={engine.name} className="mt-6 border-t border-edge pt-4">
          <EngineFacts engine={engine} copy={copy} locale={locale} />
        </section>
      ))}
      <h2 className="mt-12 text-2xl">{copy.storage}</h2>
      <p className="mt-4 measure">
        {copy.places[place].replace('{company}', company ?? '').replace('{region}', region ?? '')}
      </p>
    </div>
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
