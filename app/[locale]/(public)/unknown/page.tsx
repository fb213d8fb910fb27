import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'

/** Made once per language, whatever address was asked for: the rewrite of last resort leads here. */
export const dynamic = 'force-static'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('meta.notFound')
  return { title: t('title'), robots: { index: false } }
}

/** Any address below a language that no page answers to. */
export default function UnknownPage(): never {
  notFound()
}
