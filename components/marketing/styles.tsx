import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { StyleId } from '#contract/styles.ts'
import { useTranslations } from 'next-intl'
import pictures from './pictures.json' with { type: 'json' }
import { Picture } from './picture.tsx'

const SIZES = '(min-width: 80rem) 379px, (min-width: 48rem) 29vw, 40vw'

/** The styles on offer, each with one finished headshot. */
export function Styles() {
  const t = useTranslations('home.styles')
  const sheet = useTranslations('home.sheet')
  const styles = useTranslations('styles')
  return (
    <section id="styles" aria-labelledby="styles-title" className="wrap pt-14 sm:pt-20 lg:pt-28">
      <div className="mb-10 grid gap-x-8 gap-y-4 lg:grid-cols-12">
        <h2 id="styles-title" className="text-2xl lg:col-span-8 lg:text-3xl">
          {t('title')}
        </h2>
        <p className="measure text-ink-soft lg:col-span-4 lg:pt-1">
          {t('body', { count: HEADSHOTS_PER_BUNDLE })}
        </p>
      </div>
      <ul className="grid gap-x-4 gap-y-6 md:grid-cols-3 lg:gap-x-8">
        {StyleId.options.map((styleId) => {
          const name = styles(`${styleId}.name`)
          return (
            <li key={styleId} className="grid grid-cols-[2fr_3fr] gap-x-4 md:block">
              <Picture
                picture={pictures.styles[styleId]}
                alt={sheet('headshotAlt', { style: name })}
                sizes={SIZES}
                className="rounded-sm"
              />
              <div className="border-t border-hairline pt-3 md:mt-4">
                <h3 className="text-lg md:text-xl">{name}</h3>
                <p className="mt-2 max-w-[40ch] text-sm text-ink-soft">{styles(`${styleId}.description`)}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
