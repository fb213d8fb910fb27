import type { Attribution } from '#contract/directory.ts'
import { endpoints } from '#contract/endpoints.ts'
import { useTranslations } from 'next-intl'

interface Props {
  attributions: readonly Attribution[]
  isSample: boolean
}

/** The sources of the data, their licences, and the download of all of it: as the licences require. */
export function Sources({ attributions, isSample }: Props) {
  const t = useTranslations('directory.sources')
  const hasListings = attributions.some(({ source }) => source === 'openstreetmap')
  if (attributions.length === 0 && !isSample) return null
  return (
    <section aria-labelledby="sources-title" className="wrap pb-10 text-xs text-ink-soft">
      <h2 id="sources-title" className="border-t border-hairline pt-5 text-xs font-semibold tracking-normal">
        {t('title')}
      </h2>
      {isSample && <p className="mt-2">{t('sample')}</p>}
      <ul className="mt-1">
        {attributions.map(({ source, text, url, licence, licenceUrl }) => (
          <li key={source} className="flex flex-wrap items-center gap-x-4">
            <a
              href={url}
              rel="external"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t(source === 'geonames' ? 'places' : 'listings', { text })}
            </a>
            <a
              href={licenceUrl}
              rel="license external"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('licence', { licence })}
            </a>
          </li>
        ))}
      </ul>
      {hasListings && (
        <a
          href={`/api/backend${endpoints.getOpenStreetMapExtract.path}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('extract')}
        </a>
      )}
    </section>
  )
}
