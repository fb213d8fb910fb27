import { PayPage } from '#components/checkout/pay-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('checkout'))('pay.title') }
}

interface Props {
  searchParams: Promise<{ payment?: string | string[] }>
}

export default async function CheckoutPayPage({ searchParams }: Props) {
  const { payment } = await searchParams
  return <PayPage paymentId={typeof payment === 'string' ? payment : ''} />
}
