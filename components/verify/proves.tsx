import { useMessages, useTranslations } from 'next-intl'
import { SigningNote } from './signing-note.tsx'

const SIGNS = ['record', 'iptc', 'manifest', 'nothing'] as const

/** For each sign, what it proves and what it does not. */
export function Proves() {
  const t = useTranslations('verify.proves')
  const { verify } = useMessages()
  return (
    <section aria-labelledby="proves-title" className="bg-wash">
      <div className="wrap py-14 sm:py-20">
        <h2 id="proves-title" className="text-2xl lg:text-3xl">
          {t('title')}
        </h2>
        <dl className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {SIGNS.map((sign) => (
            <div key={sign} className="border-t border-edge pt-4">
              <dt className="font-semibold">{t(`${sign}.title`)}</dt>
              <dd className="mt-2 text-sm text-ink-soft">{t(`${sign}.text`)}</dd>
            </div>
          ))}
        </dl>
        <SigningNote copy={verify.signing} />
      </div>
    </section>
  )
}
