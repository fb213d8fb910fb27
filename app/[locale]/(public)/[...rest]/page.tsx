import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'

/** Rendered on every request: unknown addresses are endless, and kept ones would fill the cache. */
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('meta.notFound')
  return { title: t('title'), robots: { index: false } }
}

/** Any address below a language that no page answers to. */
export default function UnknownPage(): never {
  notFound()
}
