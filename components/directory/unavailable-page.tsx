import type { Locale } from '#contract/locales.ts'
import { PublicPage } from '#components/shell/public-page.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { DIRECTORY_PATH } from '#lib/directory/paths.ts'
import crash from '#messages/crash.json' with { type: 'json' }

/** In place of a page of the directory that was never made, while the backend is away. */
export function UnavailablePage({ locale }: { locale: Locale }) {
  const copy = crash[locale]
  return (
    <PublicPage path={DIRECTORY_PATH}>
      <section className="wrap py-14 sm:py-20">
        <h1 className="max-w-[20ch] text-2xl sm:text-3xl">{copy.title}</h1>
        <p className="mt-4 measure text-ink-soft">{copy.body}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          {/* The same address once more. */}
          <ButtonLink href="" size="lg" block>
            {copy.retry}
          </ButtonLink>
          <ButtonLink href={`/${locale}`} variant="secondary" size="lg" block>
            {copy.home}
          </ButtonLink>
        </div>
      </section>
    </PublicPage>
  )
}
