'use client'

import { useTranslations } from 'next-intl'
import {
  FIRST_BUNDLE_CREDITS,
  FURTHER_BUNDLE_CREDITS,
  REFERRAL_CREDITS,
  SOCIAL_SHARE_CREDITS,
} from '#contract/credits.ts'
import { REFERRED_FRIEND_PERCENT } from '#contract/referrals.ts'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { LinkPanel } from '#components/sharing/link-panel.tsx'
import { ShareButtons } from '#components/product/share-buttons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { CreditHistory } from './credit-history.tsx'
import { referralAddress } from './referral-address.ts'
import { useShareReport } from './use-share-report.ts'

/** The user's code to share, its results, and the credits: their origin, and their use. */
export function ReferralPage() {
  const t = useTranslations('referral')
  const code = useEndpoint('getReferralCode', {})
  const standing = useEndpoint('getReferralCredits', {})
  const entries = useEndpoint('getCreditEntries', {})
  const failed = [code, standing, entries].find(({ error, data }) => error && !data)
  const outdated = [code, standing, entries].find(({ error, data }) => error && data)
  const retry = () => void Promise.all([code.mutate(), standing.mutate(), entries.mutate()])
  const hasTold = entries.data?.entries.some(({ reason }) => reason === 'social_share')
  return (
    <>
      <PageHeading
        title={t('title')}
        lead={t('lead', { credits: REFERRAL_CREDITS, percent: REFERRED_FRIEND_PERCENT })}
      />
      {(failed ?? outdated) && (
        <CallErrorNotice error={(failed ?? outdated)?.error} onRetry={retry} className="mt-6" />
      )}
      <div className="mt-8 grid gap-12 lg:grid-cols-12 lg:gap-10">
        <div className="flex flex-col gap-12 lg:col-span-7">
          {/* With the sentence on the credit from the start: the content below moves once. */}
          {code.data && (entries.data ?? entries.error) ? (
            <Invitation code={code.data.code} hasTold={hasTold} />
          ) : (
            !code.error && <Skeleton className="h-142 sm:h-92" />
          )}
          <HowItWorks />
        </div>
        <div className="flex flex-col gap-12 lg:col-span-5">
          {standing.data ? <Balance {...standing.data} /> : !standing.error && <Skeleton className="h-48" />}
          {entries.data ? (
            <CreditHistory entries={entries.data.entries} />
          ) : (
            !entries.error && <Skeleton className="h-48" />
          )}
        </div>
      </div>
    </>
  )
}

interface InvitationProps {
  code: string
  /** Whether the credit for telling was earned already; undefined while that is not known. */
  hasTold: boolean | undefined
}

function Invitation({ code, hasTold }: InvitationProps) {
  const t = useTranslations('referral.invite')
  const { isFirst, error, report } = useShareReport(code)
  const shareText = t('shareText', { percent: REFERRED_FRIEND_PERCENT })
  const url = referralAddress(window.location.origin, code)
  return (
    <section aria-labelledby="invite-title" className="rounded-md bg-wash p-5 sm:p-8">
      <h2 id="invite-title" className="text-sm font-semibold tracking-normal">
        {t('code')}
      </h2>
      <p className="mt-1 text-4xl font-bold tracking-widest break-all tabular-nums" translate="no">
        {code}
      </p>
      <div className="mt-6">
        <LinkPanel
          url={url}
          label={t('link')}
          shareTitle={t('shareTitle')}
          shareText={shareText}
          qrLabel={t('qr')}
          onShared={() => report('other')}
          actions={
            <ShareButtons
              url={url}
              text={shareText}
              targets={['linkedIn', 'whatsApp']}
              size="lg"
              onOpen={(target) => report(target === 'linkedIn' ? 'linkedin' : 'whatsapp')}
            />
          }
        />
      </div>
      {hasTold === false && isFirst === undefined && (
        <p className="mt-5 measure text-sm text-ink-soft">{t('once', { credits: SOCIAL_SHARE_CREDITS })}</p>
      )}
      <div role="status">
        {isFirst === true && (
          <Notice tone="success" live={false} className="mt-5">
            {t('earned', { credits: SOCIAL_SHARE_CREDITS })}
          </Notice>
        )}
        {isFirst === false && <p className="mt-5 text-sm text-ink-soft">{t('thanks')}</p>}
      </div>
      {error !== undefined && (
        <CallErrorNotice
          error={error}
          title={t('notNoted')}
          onRetry={() => report('other')}
          className="mt-5"
        />
      )}
    </section>
  )
}

function HowItWorks() {
  const t = useTranslations('referral.how')
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title" className="text-xl">
        {t('title')}
      </h2>
      <ol className="mt-4 border-t border-hairline">
        {(['share', 'buy', 'earn'] as const).map((step, index) => (
          <li key={step} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-hairline py-4">
            <span aria-hidden="true" className="font-semibold text-accent-ink tabular-nums">
              {index + 1}
            </span>
            <span>{t(step, { credits: REFERRAL_CREDITS, percent: REFERRED_FRIEND_PERCENT })}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4 measure text-sm text-ink-soft">{t('fine')}</p>
    </section>
  )
}

interface BalanceProps {
  credits: number
  referredCount: number
  rewardedCount: number
}

function Balance({ credits, referredCount, rewardedCount }: BalanceProps) {
  const t = useTranslations('referral.balance')
  return (
    <section aria-labelledby="balance-title">
      <h2 id="balance-title" className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-3 text-4xl font-bold tabular-nums">{t('credits', { count: credits })}</p>
      <p className="mt-2 text-ink-soft">
        {referredCount === 0
          ? t('noFriends')
          : t('friends', { referred: referredCount, rewarded: rewardedCount })}
      </p>
      <dl className="mt-5 border-t border-hairline tabular-nums">
        {(
          [
            ['further', FURTHER_BUNDLE_CREDITS],
            ['first', FIRST_BUNDLE_CREDITS],
          ] as const
        ).map(([what, price]) => (
          <div key={what} className="flex items-baseline justify-between gap-4 border-b border-hairline py-3">
            <dt>{t(what, { count: HEADSHOTS_PER_BUNDLE })}</dt>
            <dd className="shrink-0 font-semibold">{t('price', { count: price })}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">{t('where')}</p>
    </section>
  )
}
