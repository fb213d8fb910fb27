import { CompletePage } from '#components/checkout/complete-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('checkout'))('title') }
}

interface Props {
  searchParams: Promise<{ payment?: string | string[]; canceled?: string | string[] }>
}

export default async function CheckoutCompletePage({ searchParams }: Props) {
  const { payment, canceled } = await searchParams
  return (
    <CompletePage
      paymentId={typeof payment === 'string' ? payment : ''}
      isCanceled={canceled !== undefined}
    />
  )
}
