'use client'

import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { Findings } from '#lib/provenance/examine.ts'
import { FindingsView, type FindingsCopy } from './findings-view.tsx'

export interface VerifyCopy extends FindingsCopy {
  drop: string
  hint: string
  /** With `{name}`. */
  reading: string
  again: string
  tooLarge: string
  failed: string
  retry: string
}

interface Props {
  copy: VerifyCopy
  locale: string
  maxBytes: number
}

type State =
  | { step: 'waiting'; complaint?: string }
  | { step: 'reading'; file: File }
  | { step: 'failed'; file: File }
  | { step: 'done'; file: File; findings: Findings; previewUrl: string | null }

/** Reads a file in the browser; only its hash is sent. */
export function VerifyPanel({ copy, locale, maxBytes }: Props) {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const [isOver, setOver] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state.step !== 'done') return
    result.current?.focus()
    const { previewUrl } = state
    return () => {
      if (previewUrl !== null) URL.revokeObjectURL(previewUrl)
    }
  }, [state])

  async function examine(file: File | undefined) {
    if (file === undefined) return
    if (file.size > maxBytes) {
      setState({ step: 'waiting', complaint: copy.tooLarge })
      return
    }
    setState({ step: 'reading', file })
    try {
      const { examineFile } = await import('#lib/provenance/examine.ts')
      const findings = await examineFile(file)
      const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
      setState({ step: 'done', file, findings, previewUrl })
    } catch {
      setState({ step: 'failed', file })
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void examine(event.dataTransfer.files[0])
  }
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    input.value = ''
    void examine(file)
  }
  const takeWhatIsThere = useEffectEvent(() => {
    if (input.current?.files?.length) take(input.current)
  })
  // Chosen before hydration, without a change event.
  useEffect(() => takeWhatIsThere(), [])

  if (state.step === 'done') {
    return (
      <div ref={result} tabIndex={-1} className="outline-none">
        <FindingsView
          findings={state.findings}
          name={state.file.name}
          previewUrl={state.previewUrl}
          copy={copy}
          locale={locale}
        />
        <Button variant="secondary" className="mt-6" onClick={() => setState({ step: 'waiting' })}>
          {copy.again}
        </Button>
      </div>
    )
  }
  return (
    <div>
      <label
        aria-busy={state.step === 'reading' || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'grid min-h-64 cursor-pointer place-items-center rounded-md bg-sheet p-6 text-center text-sheet-ink',
          'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-ink',
          isOver && 'ring-3 ring-accent',
        )}
      >
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,application/pdf"
          className="sr-only"
          disabled={state.step === 'reading'}
          onChange={(event) => take(event.target)}
        />
        {state.step === 'reading' ? (
          <span role="status" className="flex items-center gap-3 [overflow-wrap:anywhere]">
            <Spinner />
            {copy.reading.replace('{name}', state.file.name)}
          </span>
        ) : (
          <span>
            <span className="mx-auto mb-4 block aspect-[4/5] w-14 rounded-[2px] border border-dashed border-sheet-soft" />
            <span className="block text-lg font-semibold underline decoration-sheet-soft underline-offset-4">
              {copy.drop}
            </span>
            <span className="mt-2 block text-sm text-sheet-soft">{copy.hint}</span>
          </span>
        )}
      </label>
      {state.step === 'waiting' && state.complaint !== undefined && (
        <Notice tone="error" className="mt-4">
          {state.complaint}
        </Notice>
      )}
      {state.step === 'failed' && (
        <Notice
          tone="error"
          className="mt-4"
          action={
            <Button variant="secondary" onClick={() => void examine(state.file)}>
              {copy.retry}
            </Button>
          }
        >
          {copy.failed}
        </Notice>
      )}
    </div>
  )
}
