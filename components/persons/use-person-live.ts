'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import type { BundleOffer, BundleSummary, HeadshotOutlook } from '#contract/bundles.ts'
import type { Currency } from '#contract/money.ts'
import type { Person } from '#contract/persons.ts'
import type { StyleId } from '#contract/styles.ts'
import { UNCHECKED_SELFIE_STATES, isInUse, type Selfie, type SelfieCoach } from '#contract/selfies.ts'
import type { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { isPersonWorking } from '#components/training/working.ts'

const PROGRESS_MS = 1_500
const CHECKS_MS = 1_500
const PREVIEW_MS = 1_500
const SAMPLES_MS = 2_000

export interface PersonLive {
  person: Person | undefined
  selfies: readonly Selfie[] | undefined
  coach: SelfieCoach | undefined
  offers: readonly BundleOffer[] | undefined
  /** The styles whose payment a bank is processing. */
  atBank: readonly StyleId[]
  /** The promise of a style that is bought now. */
  outlook: HeadshotOutlook | undefined
  areSamplesComing: boolean
  /** Every call was answered once, or failed: no later content moves the page. */
  isSettled: boolean
  error: CallError | undefined
  /** Asks again for what failed. */
  refresh: () => void
  /** Asks again for everything, and shows the answers in one step, unless a call fails; then it resolves. */
  refreshAll: () => Promise<void>
}

/** The person with its selfies and offers, asked for side by side, and live while checks or the studio are at work. @param currency undefined until it is known */
export function usePersonLive(personId: string, currency: Currency | undefined): PersonLive {
  const input = { query: { personid: personId } }
  const selfies = useEndpoint('getUploadImages', input, {
    refreshIntervalMs: (latest) => (latest?.selfies.some(isInCheck) ? CHECKS_MS : 0),
  })
  const areChecked = !selfies.data?.selfies.some(isInCheck)
  const person = useEndpoint('getPerson', input, {
    refreshIntervalMs: (latest) => (isPreviewComing(latest, areChecked) ? PREVIEW_MS : 0),
  })
  const offers = useEndpoint(
    'getPossibleBundles',
    currency === undefined ? null : { query: { personid: personId, currency } },
    {
      refreshIntervalMs: (latest) => (latest?.areSamplesComing ? SAMPLES_MS : 0),
      // In another currency they are the same styles.
      keepsPrevious: true,
    },
  )
  // Unpaid orders are shown above the rest, from the same answer.
  const payments = useEndpoint('getPayments', {})
  const isWorking = person.data !== undefined && isPersonWorking(person.data)
  const status = useEndpoint('getTrainingStatus', isWorking ? input : null, {
    refreshIntervalMs: PROGRESS_MS,
  })

  const { mutate: refreshPerson } = person
  const { mutate: refreshOffers } = offers
  const acceptedCount = selfies.data?.selfies.filter(isInUse).length
  useOnChange(acceptedCount, () => {
    void refreshPerson()
    void refreshOffers()
  })
  const { preview } = person.data ?? {}
  // Samples follow the picture that is shown.
  useOnChange(person.data && `${preview?.state} ${preview?.image?.selfieId}`, () => void refreshOffers())
  const milestone =
    status.data &&
    [
      status.data.personState,
      ...status.data.bundles.flatMap(({ state, repair }) => [state, repair?.state]),
    ].join()
  useOnChange(milestone, () => {
    void refreshPerson()
    void refreshOffers()
  })

  async function refreshAll() {
    const client = browserClient()
    const answers = await Promise.all([
      client.call('getPerson', input),
      client.call('getUploadImages', input),
      currency && client.call('getPossibleBundles', { query: { ...input.query, currency } }),
      client.call('getPayments', {}),
    ]).catch(() => undefined)
    if (!answers) {
      await Promise.all([person.mutate(), selfies.mutate(), offers.mutate(), payments.mutate()])
      return
    }
    // In one step: answer by answer, the page would move as often.
    const once = { revalidate: false }
    await Promise.all([
      person.mutate(answers[0], once),
      selfies.mutate(answers[1], once),
      offers.mutate(answers[2], once),
      payments.mutate(answers[3], once),
    ])
  }

  return {
    person: person.data && withStatus(person.data, isWorking ? status.data : undefined),
    selfies: selfies.data?.selfies,
    coach: selfies.data?.coach,
    offers: offers.data?.offers,
    atBank: (payments.data?.payments ?? []).flatMap((receipt) =>
      receipt.personId === personId && receipt.state === 'processing' ? receipt.styleId : [],
    ),
    outlook: offers.data?.outlook,
    areSamplesComing: offers.data?.areSamplesComing ?? false,
    isSettled: [person, selfies, offers, payments].every(
      ({ data, error }) => data !== undefined || error !== undefined,
    ),
    error: person.error ?? selfies.error ?? offers.error ?? status.error,
    refresh: () => {
      if (person.error) void person.mutate()
      if (selfies.error) void selfies.mutate()
      if (offers.error) void offers.mutate()
      if (status.error) void status.mutate()
    },
    refreshAll,
  }
}

/** The first one comes while its selfie is still being checked. */
function isPreviewComing(person: Person | undefined, areChecked: boolean): boolean {
  return person?.preview ? person.preview.state === 'making' : !areChecked
}

function isInCheck({ state }: Selfie): boolean {
  return UNCHECKED_SELFIE_STATES.includes(state)
}

type Status = NonNullable<ReturnType<typeof useEndpoint<'getTrainingStatus'>>['data']>

/** The person with what the fresher status knows. */
function withStatus(person: Person, status: Status | undefined): Person {
  if (!status) return person
  const bundles = person.bundles.map((bundle): BundleSummary => {
    const fresher = status.bundles.find(({ id }) => id === bundle.id)
    return fresher ? { ...bundle, ...fresher } : bundle
  })
  return { ...person, state: status.personState, training: status.training, bundles }
}

/** Calls back when the value changes from one known value to another. */
function useOnChange(value: string | number | undefined, callback: () => void): void {
  const last = useRef<string | number>(undefined)
  const onChange = useEffectEvent(callback)
  useEffect(() => {
    const before = last.current
    if (value === undefined) return
    last.current = value
    if (before !== undefined && before !== value) onChange()
  }, [value])
}
