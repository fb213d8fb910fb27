import { Badge } from '#components/ui/badge.tsx'
import { useLocale, useTranslations } from 'next-intl'

interface Place {
  id: string
  name: string
  /** After the language. */
  path: string
  detail: string
  sample?: boolean
}

/** Countries or towns as lines of a ledger: the name leads there. */
export function PlaceList({ places }: { places: readonly Place[] }) {
  const t = useTranslations('directory.sample')
  const locale = useLocale()
  return (
    <ul className="mt-4 grid gap-x-8 border-t border-edge sm:grid-cols-2 lg:grid-cols-3">
      {places.map(({ id, name, path, detail, sample = false }) => (
        <li key={id} className="border-b border-hairline">
          <a
            href={`/${locale}${path}`}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 hover:underline hover:underline-offset-4"
          >
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              {name}
              {sample && <Badge tone="accent">{t('badge')}</Badge>}
            </span>
            <span className="text-sm text-ink-soft tabular-nums">{detail}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
