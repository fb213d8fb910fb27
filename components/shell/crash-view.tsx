'use client'

import { Button, buttonClassName } from '#components/ui/button.tsx'
import { useRecovery } from './use-recovery.ts'
import crash from '#messages/crash.json' with { type: 'json' }

type Language = keyof typeof crash

/** Asks the sentences themselves: the contract's list would bring its parser to every page. */
const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(crash, value)

interface Props {
  error: unknown
  retry: () => void
  /** The page's language, as far as the address tells. */
  locale: unknown
}

/** Next's number of a server error, by which its log line is found. */
function digestOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('digest' in error)) return undefined
  return typeof error.digest === 'string' ? error.digest : undefined
}

/** Shown in place of what failed. Brings its own few sentences, because no provider may be left to give them. */
export function CrashView({ error, retry, locale }: Props) {
  useRecovery(error, retry)
  const known = isLanguage(locale) ? locale : 'en'
  const copy = crash[known]
  const digest = digestOf(error)
  return (
    <main id="main" className="wrap py-14 sm:py-20">
      <div role="alert">
        <h1 className="max-w-[20ch] text-2xl sm:text-3xl">{copy.title}</h1>
        <p className="mt-4 measure text-ink-soft">{copy.body}</p>
      </div>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button size="lg" block onClick={retry}>
          {copy.retry}
        </Button>
        <a href={`/${known}`} className={buttonClassName({ variant: 'secondary', size: 'lg', block: true })}>
          {copy.home}
        </a>
      </div>
      {digest !== undefined && (
        <p className="mt-6 text-xs text-ink-soft">
          {copy.reference} <code>{digest}</code>
        </p>
      )}
    </main>
  )
}
