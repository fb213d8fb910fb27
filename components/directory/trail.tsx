import { BRAND } from '#contract/brand.ts'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { readSiteUrl } from '#lib/env.ts'
import { breadcrumbs } from '#lib/seo/structured-data.ts'
import { useLocale, useTranslations } from 'next-intl'

export interface Step {
  name: string
  /** After the language. */
  path: string
}

/** Where one is: the way from the home page, for people and for machines. */
export function Trail({ steps }: { steps: readonly Step[] }) {
  const t = useTranslations('directory')
  const locale = useLocale()
  const all = [{ name: BRAND, path: '' }, ...steps]
  return (
    <nav aria-label={t('breadcrumb')} className="text-sm">
      <ol className="-mx-1 flex flex-wrap items-center text-ink-soft">
        {all.map(({ name, path }, index) => (
          <li key={path} className="flex items-center">
            {index > 0 && (
              <svg viewBox="0 0 8 12" aria-hidden="true" className="mx-1 h-2.5">
                <path d="m1.5 1 5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            )}
            <a
              href={`/${locale}${path}`}
              aria-current={index === all.length - 1 ? 'page' : undefined}
              className="flex min-h-11 items-center px-1 underline-offset-4 hover:underline aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ol>
      <StructuredDataScript
        data={breadcrumbs(all.map(({ name, path }) => ({ name, url: `${readSiteUrl()}/${locale}${path}` })))}
      />
    </nav>
  )
}
