import { useLocale } from 'next-intl'
import type { ReactNode } from 'react'
import type { LegalSection } from '#lib/legal/texts.ts'
import { LegalSectionView } from './legal-section.tsx'

interface Props {
  title: string
  lead?: string
  updated: string
  contentsLabel: string
  sections: readonly LegalSection[]
  values: Readonly<Record<string, string>>
  /** Between heading and text: a form, an address. */
  children?: ReactNode
}

/** A legal page: its contents in the first four columns, the text in the other eight. */
export function LegalDocument({ title, lead, updated, contentsLabel, sections, values, children }: Props) {
  const locale = useLocale()
  return (
    <div className="wrap grid gap-x-8 gap-y-8 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
      <header className="lg:col-span-12">
        <h1 className="max-w-[18ch] text-2xl hyphens-auto wrap-anywhere sm:text-4xl lg:text-5xl">{title}</h1>
        {lead && <p className="mt-5 max-w-[52ch] text-lg">{lead}</p>}
        <p className="mt-4 text-sm text-ink-soft">{updated}</p>
      </header>
      {sections.length > 3 && (
        <nav aria-label={contentsLabel} className="lg:sticky lg:top-8 lg:col-span-4 lg:self-start">
          <p className="text-sm font-semibold text-accent-ink">{contentsLabel}</p>
          <ol className="mt-2 border-t border-edge text-sm">
            {sections.map(({ id, title: name }) => (
              <li key={id} className="border-b border-hairline">
                <a href={`#${id}`} className="flex min-h-11 items-center py-1.5 hover:underline lg:min-h-9">
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="lg:col-span-8 lg:col-start-5">
        {children}
        {sections.map((section) => (
          <LegalSectionView key={section.id} section={section} locale={locale} values={values} />
        ))}
      </div>
    </div>
  )
}
