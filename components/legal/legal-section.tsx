import { Fragment, type ReactNode } from 'react'
import { filled, partsOf, type LegalSection } from '#lib/legal/texts.ts'

interface Props {
  section: LegalSection
  locale: string
  values: Readonly<Record<string, string>>
}

/** One numbered matter of a legal page. */
export function LegalSectionView({ section, locale, values }: Props) {
  const written = (text: string): ReactNode =>
    partsOf(filled(text, values)).map((part, index) =>
      part.path === undefined ? (
        <Fragment key={index}>{part.text}</Fragment>
      ) : (
        <a key={index} href={`/${locale}${part.path}`} className="text-link">
          {part.text}
        </a>
      ),
    )
  return (
    <section
      id={section.id}
      aria-labelledby={`${section.id}-title`}
      className="border-t border-hairline py-8"
    >
      <h2 id={`${section.id}-title`} className="text-xl">
        {section.title}
      </h2>
      {section.body.map((block, index) =>
        typeof block === 'string' ? (
          <p key={index} className="mt-4 measure">
            {written(block)}
          </p>
        ) : (
          <ul key={index} className="mt-4 measure list-disc space-y-2 pl-5 marker:text-accent-ink">
            {block.map((item, of) => (
              <li key={of}>{written(item)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}
