'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Messages } from '#lib/i18n/messages.ts'

const USES = ['application', 'profile', 'imprint'] as const

/** Sentences to say how a picture was made, ready to copy. */
export function Disclosure({ copy }: { copy: Messages['verify']['disclosure'] }) {
  const [copied, setCopied] = useState<string>()

  async function take(use: (typeof USES)[number]) {
    try {
      await navigator.clipboard.writeText(copy.sentences[use])
      setCopied(use)
    } catch {
      // Not allowed here: the sentence can still be marked and copied by hand.
      setCopied(undefined)
    }
  }

  return (
    <ul className="border-t border-hairline">
      {USES.map((use) => (
        <li
          key={use}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-sm text-ink-soft">{copy.for[use]}</p>
            <p className="mt-1 font-medium">{copy.sentences[use]}</p>
          </div>
          <Button
            variant="secondary"
            aria-label={`${copy.copy}: ${copy.for[use]}`}
            onClick={() => void take(use)}
          >
            {copied === use ? copy.copied : copy.copy}
          </Button>
        </li>
      ))}
    </ul>
  )
}
