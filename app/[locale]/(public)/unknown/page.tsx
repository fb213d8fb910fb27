import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

/** Made once per language, for every unknown address: the rewrite of last resort leads here. */
export const dynamic = 'force-static'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('meta.notFound')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Any address below a language that no page answers to. Its status is set where the build is finished
 * (`lib/content-policy/build-adapter.mjs`): by `notFound()` the page would be an empty one that scripts fill.
 */
export { NotFoundPage as default } from '#components/shell/not-found-page.tsx'
