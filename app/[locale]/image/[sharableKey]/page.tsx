import { CARD_SIZE } from '#components/public-image/preview-card.tsx'
import { PublishedHeadshot } from '#components/public-image/published-headshot.tsx'
import { readImage } from '#components/public-image/read-image.ts'
import { Footer } from '#components/shell/footer.tsx'
import { readSiteUrl } from '#lib/env.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'

interface Props {
  params: Promise<{ sharableKey: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { sharableKey } = await params
  const image = await readImage(sharableKey)
  if (!image) return { title: (await getTranslations('meta.notFound'))('title') }
  const t = await getTranslations('publicImage')
  const title = image.name === null ? t('title') : t('titleNamed', { name: image.name })
  const description = t('disclosure')
  const path = `/${await getLocale()}/image/${sharableKey}`
  const alt = image.name === null ? t('altNameless') : t('alt', { name: image.name })
  return {
    metadataBase: new URL(readSiteUrl()),
    title,
    description,
    openGraph: {
      title,
      description,
      url: path,
      type: 'website',
      images: [{ url: `${path}/card`, ...CARD_SIZE, alt }],
    },
    twitter: { card: 'summary_large_image' },
  }
}

export default async function PublicImagePage({ params }: Props) {
  // The picture's address is signed anew for each visit, and so is the nonce of the policy.
  await connection()
  const { sharableKey } = await params
  const image = await readImage(sharableKey)
  if (!image) notFound()
  return (
    <>
      <main id="main" className="wrap py-6 pb-16 sm:py-10 sm:pb-24">
        <PublishedHeadshot image={image} />
      </main>
      <Footer path={`/image/${sharableKey}`} />
    </>
  )
}
