import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import pictures from './pictures.json' with { type: 'json' }
import { Picture } from './picture.tsx'

const CHANGES = ['backdrop', 'light', 'colour', 'crop'] as const
const KEEPS = ['face', 'pose', 'hair', 'clothes'] as const
const SIZES = '(min-width: 80rem) 336px, (min-width: 64rem) 28vw, 45vw'

/** One picture before and after, with the product's part in it. */
export function Finish() {
  const t = useTranslations('home.finish')
  const sheet = useTranslations('home.sheet')
  const styles = useTranslations('styles')
  const after = sheet('headshotAlt', { style: styles('studio-grey.name') })
  return (
    <section aria-labelledby="finish-title" className="bg-wash">
      <div className="wrap grid gap-x-8 gap-y-10 py-14 sm:py-20 lg:grid-cols-12 lg:py-28">
        <div className="grid grid-cols-2 gap-x-2 self-start sm:gap-x-4 lg:col-span-7">
          <figure>
            <Picture
              picture={pictures.finish.before}
              alt={sheet('selfieAlt')}
              sizes={SIZES}
              className="rounded-sm"
            />
            <figcaption className="mt-2 text-sm text-ink-soft">{t('before')}</figcaption>
          </figure>
          <figure>
            <Picture picture={pictures.finish.after} alt={after} sizes={SIZES} className="rounded-sm" />
            <figcaption className="mt-2 text-sm text-ink-soft">{t('after')}</figcaption>
          </figure>
        </div>
        <div className="lg:col-span-5">
          <h2 id="finish-title" className="max-w-[14ch] text-2xl lg:text-3xl">
            {t('title')}
          </h2>
          <p className="mt-4 measure">{t('body')}</p>
          <div className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2">
            <List title={t('changesTitle')} items={CHANGES.map((item) => t(`changes.${item}`))} />
            <List title={t('keepsTitle')} items={KEEPS.map((item) => t(`keeps.${item}`))} />
          </div>
          <p className="mt-8 measure text-sm text-ink-soft">{t('proof')}</p>
        </div>
      </div>
    </section>
  )
}

function List({ title, items }: { title: ReactNode; items: readonly string[] }) {
  return (
    <div>
      <h3 className="text-sm font-semibold tracking-normal text-accent-ink">{title}</h3>
      <ul className="mt-2 border-t border-edge">
        {items.map((item) => (
          <li key={item} className="border-b border-hairline py-2 text-sm">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
