import { ButtonLink } from '#components/ui/button.tsx'
import { useLocale, useTranslations } from 'next-intl'

interface Props {
  /** What is missing, where more is known than the address. */
  title?: string
  body?: string
}

/** An empty frame of the contact sheet, and two ways on. */
export function NotFoundView({ title, body }: Props) {
  const t = useTranslations('shell.notFound')
  const locale = useLocale()
  return (
    <section className="wrap grid items-center gap-x-8 gap-y-10 py-14 sm:py-20 lg:grid-cols-12 lg:py-28">
      <div className="lg:col-span-7">
        <h1 className="text-3xl sm:text-4xl">{title ?? t('title')}</h1>
        <p className="mt-5 measure text-lg text-ink-soft">{body ?? t('body')}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ButtonLink href={`/${locale}`} size="lg" block>
            {t('home')}
          </ButtonLink>
          <ButtonLink href={`/${locale}/persons`} variant="secondary" size="lg" block>
            {t('persons')}
          </ButtonLink>
        </div>
      </div>
      <div
        className="max-w-64 rounded-md bg-sheet p-4 lg:col-span-3 lg:col-start-10 lg:max-w-none"
        aria-hidden="true"
      >
        <div className="aspect-[4/5] rounded-[2px] border border-sheet-soft/40" />
        <p className="mt-2 text-xs font-semibold text-film-ink tabular-nums">{t('code')}</p>
      </div>
    </section>
  )
}
