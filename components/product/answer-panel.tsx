'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface Props<Answer> {
  /** Of a public call, as the contract has it. */
  path: string
  copy: { reading: string; unknown: string; retry: string }
  /** The height that is kept from the start: the page is prerendered without the answer. */
  className: string
  children: (answer: Answer) => ReactNode
}

/** What a public page shows of an answer of the backend: that it is read, that it cannot be read, or the answer. */
export function AnswerPanel<Answer>({ path, copy, className, children }: Props<Answer>) {
  const [state, setState] = useState<'reading' | 'failed' | { answer: Answer }>('reading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    void readAnswer<Answer>(path).then((answer) => {
      if (!isGone) setState(answer === undefined ? 'failed' : { answer })
    })
    return () => {
      isGone = true
    }
  }, [path, attempt])

  if (state === 'reading') {
    return (
      <p role="status" className={`text-ink-soft ${className}`}>
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
      <div className={className}>
        <Notice tone="error">{copy.unknown}</Notice>
        <Button variant="secondary" className="mt-4" onClick={retry}>
          {copy.retry}
        </Button>
      </div>
    )
  }
  return <div className={className}>{children(state.answer)}</div>
}

/** Undefined while the backend is away. */
async function readAnswer<Answer>(path: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`/api/backend${path}`)
    if (!response.ok) return undefined
    // The backend's own answer, of the contract's type; its parser stays off public pages.
    return (await response.json()) as Answer
  } catch {
    return undefined
  }
}
