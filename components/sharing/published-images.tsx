'use client'

import { useFormatter, useTranslations } from 'next-intl'
import type { ImageShare } from '#contract/image-sharing.ts'
import { Picture } from '#components/product/picture.tsx'
import { Button } from '#components/ui/button.tsx'

interface Props {
  images: readonly ImageShare[]
  onRevoke: (imageShareId: string) => void
}

/** Published headshots, each with a button to revoke it. Empty without any. */
export function PublishedImages({ images, onRevoke }: Props) {
  const t = useTranslations('sharing.images')
  const format = useFormatter()
  if (images.length === 0) return null
  return (
    <section aria-labelledby="images-title">
      <h2 id="images-title" className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft">{t('lead')}</p>
      <ul className="mt-4 border-t border-hairline">
        {images.map((image) => (
          <li key={image.id} className="flex gap-4 border-b border-hairline py-4">
            <Picture
              id={image.userImageKey}
              url={image.thumbnailUrl}
              alt={t('picture')}
              className="h-25 w-20 shrink-0 rounded-sm bg-wash object-cover"
            />
            <div className="min-w-0">
              <p className="font-semibold">
                {t('since', { date: format.dateTime(new Date(image.createdAt), { dateStyle: 'medium' }) })}
              </p>
              <p className="text-sm text-ink-soft">
                {image.showsName && image.showsBefore
                  ? t('withBoth')
                  : image.showsName
                    ? t('withName')
                    : image.showsBefore
                      ? t('withBefore')
                      : t('alone')}
              </p>
              <p className="mt-2">
                <Button variant="secondary" onClick={() => onRevoke(image.id)}>
                  {t('end')}
                </Button>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
