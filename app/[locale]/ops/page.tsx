import { operatorAccess } from '#components/ops/operator-access.ts'
import { OpsPage } from '#components/ops/ops-page.tsx'
import { WORDS } from '#components/ops/wording.ts'
import { SecondFactorMissing } from '#components/ops/second-factor-missing.tsx'
import { OfflineBanner } from '#components/product/offline-banner.tsx'
import { SessionGate } from '#components/product/session-gate.tsx'
import { SignOutButton } from '#components/product/sign-out-button.tsx'
import { Header } from '#components/shell/header.tsx'
import { MessagesProvider } from '#components/shell/messages-provider.tsx'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'

/** Operators' answers are in English, and so is their page. */
const LOCALE = 'en'

export async function generateMetadata(): Promise<Metadata> {
  const robots = { index: false, follow: false }
  if ((await operatorAccess()) === 'unknown')
    return { title: (await getTranslations('meta.notFound'))('title'), robots }
  return { title: WORDS.title, robots }
}

/** For accounts on the list of operators; for everybody else there is no such page. */
export default async function Ops() {
  // The nonce of the content security policy is new with every request.
  await connection()
  const access = await operatorAccess()
  if (access === 'unknown') notFound()
  if ((await getLocale()) !== LOCALE) redirect(`/${LOCALE}/ops`)
  return (
    <MessagesProvider namespaces={['account', 'auth', 'errors', 'product', 'ui']}>
      <OfflineBanner />
      <Header isTight actions={<SignOutButton />} />
      <main id="main" className="wrap py-6 pb-16 sm:py-8 sm:pb-24">
        <SessionGate>{access === 'operator' ? <OpsPage /> : <SecondFactorMissing />}</SessionGate>
      </main>
    </MessagesProvider>
  )
}
