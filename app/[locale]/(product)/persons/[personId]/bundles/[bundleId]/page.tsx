import { GalleryPage } from '#components/bundles/gallery-page.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bundles.gallery'))('list') }
}

interface Props {
  params: Promise<{ personId: string; bundleId: string }>
}

export default async function BundlePage({ params }: Props) {
  return <GalleryPage {...await params} />
}
