import { useLocale, useTranslations } from 'next-intl'
import type { SharedImage } from '#contract/image-sharing.ts'
import { ButtonLink } from '#components/ui/button.tsx'

/** The public page of one headshot. Works without scripts. */
export function PublishedHeadshot({ image }: { image: SharedImage }) {
  const t = useTranslations('publicImage')
  const styles = useTranslations('styles')
  const locale = useLocale()
  const { name, width, height } = image
  const style = styles(`${image.styleId}.name`)
  const alt = name === null ? t('altNameless') : t('alt', { name })
  return (
    <div className="grid items-end gap-8 md:grid-cols-12 lg:gap-12">
      <div className="md:col-span-7 lg:col-span-6">
        {/* eslint-disable-next-line @next/next/no-img-element -- a signed address is not to be kept by an image optimizer */}
        <img
          src={image.imageUrl}
          alt={alt}
          width={width}
          height={height}
          fetchPriority="high"
          className="h-auto max-h-[82dvh] w-full rounded-sm bg-wash object-contain object-left"
        />
      </div>
      <div className="md:col-span-5 lg:col-span-5">
        <p className="mb-1 text-sm text-ink-soft">{t('eyebrow', { style })}</p>
        <h1 translate={name === null ? undefined : 'no'} className="text-3xl break-words sm:text-4xl">
          {name ?? t('title')}
        </h1>
        {image.beforeUrl !== null && (
          <figure className="mt-6 w-32 sm:w-40">
            {/* eslint-disable-next-line @next/next/no-img-element -- as above */}
            <img
              src={image.beforeUrl}
              alt={t('beforeAlt')}
              className="aspect-4/5 w-full rounded-sm bg-wash object-cover"
            />
            <figcaption className="mt-2 text-sm text-ink-soft">{t('before')}</figcaption>
          </figure>
        )}
        <p className="mt-6 measure border-t border-hairline pt-4 text-ink-soft">{t('disclosure')}</p>
        <p className="mt-8">
          <ButtonLink href={`/${locale}`} size="lg" block>
            {t('own')}
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}
