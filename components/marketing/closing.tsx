import { useLocale, useTranslations } from 'next-intl'

/** The last light on the peaks; the mountain is the page's own ground. The only gradient of the page. */
export function Closing() {
  const t = useTranslations('home.closing')
  const locale = useLocale()
  return (
    <section aria-labelledby="closing-title" className="relative overflow-hidden bg-(image:--glow)">
      <div className="wrap relative z-1 pt-16 pb-64 sm:pt-20 lg:pt-28 lg:pb-88">
        <h2 id="closing-title" className="max-w-[18ch] text-2xl text-on-glow sm:text-3xl lg:text-4xl">
          {t('title')}
        </h2>
        <a
          href={`/${locale}/persons/new`}
          className="mt-8 inline-flex min-h-13 w-full items-center justify-center rounded-sm bg-on-glow px-6 py-3 font-semibold text-glow-ink transition-opacity hover:opacity-90 sm:w-auto"
        >
          {t('action')}
        </a>
      </div>
      <svg
        viewBox="0 0 1440 360"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        className="absolute inset-x-0 -bottom-px h-56 w-full lg:h-90"
      >
        <path
          className="fill-paper opacity-35"
          d="M0 250 96 206l58 24 112-96 44 40 62-22 86 70 104-74 66 44 120-118 38 34 34-16 92 104 84-58 70 44 96-88 54 52 74-24 70 62 80-42v218H0Z"
        />
        <path
          className="fill-paper"
          d="M0 322 118 276l52 20 150-92 48 30 40-14 130 96 92-44 78 26 156-136 30 18 28-62 16 8 34-30 40 78 30 20 92 98 104-40 74 34 76-28 52 62v40H0Z"
        />
      </svg>
    </section>
  )
}
