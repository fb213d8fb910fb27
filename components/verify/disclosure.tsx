'use client'

import { useState } from 'react'
import { ChoiceButtons } from '#components/account/choice-buttons.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Locale } from '#contract/locales.ts'
import type { Messages } from '#lib/i18n/messages.ts'

const USES = ['application', 'profile', 'imprint'] as const

type Copy = Messages['verify']['disclosure']

interface Props {
  copy: Omit<Copy, 'sentences'>
  locale: Locale
  /** In every language: an application is written in its reader's. */
  sentences: Readonly<Record<Locale, Copy['sentences']>>
  languages: readonly { value: Locale; label: string; lang: Locale }[]
}

/** Sentences to say how a picture was made, ready to copy. */
export function Disclosure({ copy, locale, sentences, languages }: Props) {
  const [language, setLanguage] = useState(locale)
  const [copied, setCopied] = useState<string>()

  async function take(sentence: string) {
    try {
      await navigator.clipboard.writeText(sentence)
      setCopied(sentence)
    } catch {
      // Not allowed here: the sentence can still be marked and copied by hand.
      setCopied(undefined)
    }
  }

  return (
    <>
      <ChoiceButtons
        legend={copy.language}
        options={languages}
        value={language}
        busyWith={undefined}
        onChoose={setLanguage}
      />
      <ul className="mt-6 border-t border-hairline">
        {USES.map((use) => {
          const sentence = sentences[language][use]
          return (
            <li
              key={use}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-hairline py-4"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="text-sm text-ink-soft">{copy.for[use]}</p>
                <p lang={language} className="mt-1 font-medium">
                  {sentence}
                </p>
              </div>
              <Button
                variant="secondary"
                aria-label={`${copy.copy}: ${copy.for[use]}`}
                onClick={() => void take(sentence)}
              >
                {copied === sentence ? copy.copied : copy.copy}
              </Button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {copied !== undefined && copy.copied}
      </p>
    </>
  )
}
