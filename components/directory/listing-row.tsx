import type { Photographer } from '#contract/directory.ts'
import { Badge } from '#components/ui/badge.tsx'
import { formatDistance } from '#lib/directory/distance.ts'
import { readableHours } from '#lib/directory/opening-hours.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

interface Props {
  listing: Photographer
  /** The button that asks for a correction. */
  correction: ReactNode
}

const link =
  'inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-current'

/**
 * One photographer with the known facts and the distance. Links are `nofollow`, because the product recommends none.
 */
export function ListingRow({ listing, correction }: Props) {
  const t = useTranslations('directory.listing')
  const sample = useTranslations('directory.sample')
  const locale = useLocale()
  const { name, kind, address, city, website, phone, email, openingHours, wheelchair, sourceUrl } = listing
  const street = [address.street, address.houseNumber].filter((part) => part !== null).join(' ')
  const hoursWords = {
    holidays: t('hoursWords.holidays'),
    closed: t('hoursWords.closed'),
    always: t('hoursWords.always'),
  }
  const town = [address.postcode, address.locality ?? city.name].filter((part) => part !== null).join(' ')
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-hairline py-6 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg [overflow-wrap:anywhere]">
          <span translate="no">{name}</span>
          {listing.sample && <Badge tone="accent">{sample('badge')}</Badge>}
        </h3>
        <p className="mt-1 text-sm text-ink-soft">
          {t(kind)} · {[street, town].filter((part) => part !== '').join(', ')}
        </p>
        {openingHours !== null && (
          <p className="mt-1 text-sm text-ink-soft tabular-nums">
            {t('hours', { hours: readableHours(openingHours, locale, hoursWords) })}
          </p>
        )}
        {wheelchair !== null && <p className="mt-1 text-sm text-ink-soft">{t(`wheelchair.${wheelchair}`)}</p>}
        <p className="mt-1 flex flex-wrap gap-x-6 text-sm">
          {website !== null && (
            <a href={website} rel="nofollow external noopener" className={link}>
              {t('website')}
            </a>
          )}
          {phone !== null && (
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
              {phone}
            </a>
          )}
          {email !== null && (
            <a href={`mailto:${email}`} className={link}>
              {t('email')}
            </a>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 sm:flex-col sm:items-end sm:justify-start">
        <p className="font-semibold whitespace-nowrap tabular-nums">
          {t('away', { distance: formatDistance(listing.distanceMeters, locale) })}
        </p>
        <p className="flex flex-wrap gap-x-6 text-xs text-ink-soft sm:flex-col sm:items-end">
          {sourceUrl !== null && (
            <a href={sourceUrl} rel="nofollow external noopener" className={link}>
              {t('source')}
            </a>
          )}
          {correction}
        </p>
      </div>
    </li>
  )
}
