import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { StudioStyleId } from '#contract/styles.ts'
import { useTranslations } from 'next-intl'
import pictures from './pictures.json' with { type: 'json' }
import { Picture } from './picture.tsx'

const SIZES = '(min-width: 80rem) 280px, (min-width: 64rem) 22vw, (min-width: 40rem) 29vw, 44vw'

/** The styles on offer, each with one finished headshot and the selfie it was made from. */
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
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-12">
        {StudioStyleId.options.map((styleId) => {
          const name = styles(`${styleId}.name`)
          const picture = pictures.styles[styleId]
          return (
            <li key={styleId} className="min-w-0">
              <div className="relative">
                <Picture
                  picture={picture}
                  alt={sheet('headshotAlt', { style: name })}
                  sizes={SIZES}
                  className="rounded-sm"
                />
                <div className="absolute bottom-2 left-2 w-1/4 overflow-hidden rounded-[2px] border-2 border-on-glow">
                  <Picture picture={picture.selfie} alt={sheet('selfieAlt')} />
                </div>
              </div>
              <h3 className="mt-3 text-base hyphens-auto sm:text-lg">{name}</h3>
              <p className="mt-1 hidden max-w-[40ch] text-sm text-ink-soft sm:block">
                {styles(`${styleId}.description`)}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
