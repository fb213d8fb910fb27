'use client'

import { useTranslations } from 'next-intl'
import type { Headshot } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'

interface Props {
  headshot: Pick<Headshot, 'userImageKey' | 'thumbnailUrl' | 'imageUrl'>
  /** What the picture is called. */
  name: string
}

/** A headshot in full size, filling its container; its thumbnail is shown until it has loaded. */
export function LargePicture({ headshot, name }: Props) {
  const t = useTranslations('bundles.gallery')
  const { userImageKey, thumbnailUrl, imageUrl } = headshot
  return (
    <div className="relative size-full">
      <Picture
        id={userImageKey}
        url={thumbnailUrl}
        alt=""
        isPriority
        fallback={<span />}
        className="absolute inset-0 size-full object-cover"
      />
      <Picture
        id={userImageKey}
        url={imageUrl}
        alt={name}
        isPriority
        fallback={
          <p className="relative m-4 rounded-sm bg-paper p-4 text-center text-ink">{t('imageFailed')}</p>
        }
        className="relative size-full object-cover"
      />
    </div>
  )
}
