'use client'

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { failureSentence, type FailureCopy } from '#components/shell/failure-copy.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CorrectionState } from '#contract/directory-corrections.ts'
import type { Messages } from '#lib/i18n/messages.ts'

type Copy = Messages['directory']['confirm']

interface Props {
  copy: Copy
  failures: FailureCopy
  locale: string
}

interface Outcome {
  state: CorrectionState
  name: string
}

const never = () => () => undefined
const tokenInAddress = () => new URLSearchParams(window.location.search).get('token')

/** The target of the mail's link: needs a click, so that a mail scanner confirms nothing. */
export function CorrectionConfirmation({ copy, failures, locale }: Props) {
  // From the opened address; undefined before hydration.
  const token = useSyncExternalStore(never, tokenInAddress, () => undefined)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome !== undefined) heading.current?.focus()
  }, [outcome])

  async function confirm(known: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      const { publicClient } = await import('#lib/api/public-client.ts')
      const { state, listingName } = await publicClient().call('confirmCorrection', {
        body: { token: known },
      })
      setOutcome({ state, name: listingName })
    } catch (error) {
      setFailure(failureSentence(error, failures))
    } finally {
      setBusy(false)
    }
  }

  const { title, body } = outcome === undefined ? copy : saidOf(outcome, copy)
  return (
    <div className="wrap py-14 sm:py-20 lg:py-28">
      <h1 ref={heading} tabIndex={-1} className="text-3xl sm:text-4xl">
        {title}
      </h1>
      {/* Without a token the text is longer than the prerendered one. */}
      <p role="status" className="mt-5 min-h-[3lh] measure text-lg sm:min-h-[2lh]">
        {token === null ? copy.missing : body}
      </p>
      {failure !== undefined && (
        <Notice tone="error" className="mt-6 max-w-xl">
          {failure}
        </Notice>
      )}
      {token && outcome === undefined ? (
        <Button size="lg" block busy={isBusy} className="mt-8" onClick={() => void confirm(token)}>
          {copy.submit}
        </Button>
      ) : (
        <p className="mt-8 min-h-13">
          <a href={`/${locale}/headshots-near-me`} className="text-link font-semibold">
            {copy.back}
          </a>
        </p>
      )}
    </div>
  )
}

function saidOf({ state, name }: Outcome, copy: Copy): { title: string; body: string } {
  const named = (text: string) => text.replace('{name}', name)
  if (state === 'removed') return { title: copy.removedTitle, body: named(copy.removed) }
  if (state === 'open') return { title: copy.openTitle, body: named(copy.open) }
  return { title: copy.doneTitle, body: named(copy.done) }
}
