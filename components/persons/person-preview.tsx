'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import type { Preview } from '#contract/previews.ts'
import { Picture } from '#components/product/picture.tsx'
import { buttonClassName } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

interface Props {
  person: Person
  /** Null before one is started: its place is kept from the start, so that it moves no content. */
  preview: Preview | null
  acceptedCount: number
}

/** The free preview: what it is, and the link to the styles. */
export function PersonPreview({ person, preview, acceptedCount }: Props) {
  const t = useTranslations()
  const { state, image } = preview ?? { state: 'awaited', image: null }
  const missing = Math.max(0, SELFIE_MIN_ACCEPTED - acceptedCount)
  const hasFailed = state === 'failed' && !image
  return (
    <section
      aria-labelledby="preview-title"
      className="grid gap-x-10 gap-y-5 border-t border-hairline pt-8 sm:grid-cols-[16rem_1fr] lg:grid-cols-[20rem_1fr]"
    >
      <div
        className={clsx(
          'aspect-4/5 w-full overflow-hidden rounded-sm',
          state === 'awaited' || hasFailed ? 'border border-dashed border-edge' : 'bg-wash',
        )}
      >
        {image ? (
          <Picture
            // Of one selfie there may be an early picture and a better one.
            id={new URL(image.url).pathname}
            url={image.url}
            alt={t('persons.preview.alt', { name: person.name })}
            isPriority
            fallback={
              <p className="grid size-full place-items-center p-6 text-center">
                {t('bundles.gallery.imageFailed')}
              </p>
            }
            className="size-full object-cover"
          />
        ) : (
          state === 'making' && <Skeleton className="size-full" />
        )}
      </div>
      <div className="min-w-0 sm:self-center">
        <h2 id="preview-title" className="text-xl">
          {t('persons.preview.title')}
        </h2>
        {/* On a phone, where it is above the styles, with room for its final text. */}
        <div className="min-h-[6.5lh] sm:min-h-0">
          <p
            role="status"
            className={hasFailed || (state === 'making' && !image) ? 'mt-2 measure text-ink-soft' : 'sr-only'}
          >
            {state === 'making' && t('persons.preview.making')}
            {hasFailed && t('persons.preview.failed')}
          </p>
          {state === 'awaited' && (
            <p className="mt-2 measure text-ink-soft">{t('persons.preview.awaited')}</p>
          )}
          {preview && image && (
            <p className="mt-2 measure text-ink-soft">
              {t('persons.preview.body', { style: t(`styles.${preview.styleId}.name`) })}
            </p>
          )}
        </div>
        {missing > 0 ? (
          <p className="mt-4 font-medium">{t('shop.choose.needMore', { missing })}</p>
        ) : (
          <a href="#styles" className={buttonClassName({ size: 'lg', block: true, className: 'mt-6' })}>
            {t('persons.preview.next')}
          </a>
        )}
      </div>
    </section>
  )
}
