import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { useTranslations } from 'next-intl'
import { Section } from './section.tsx'

const STEPS = ['upload', 'choose', 'watch', 'download'] as const
const FACTS = {
  min: SELFIE_MIN_ACCEPTED,
  advisedMin: SELFIE_ADVISED.min,
  advisedMax: SELFIE_ADVISED.max,
}

export function How() {
  const t = useTranslations('home.how')
  return (
    <Section id="how" title={t('title')}>
      <ol className="border-t border-hairline">
        {STEPS.map((step, index) => (
          <li
            key={step}
            className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-b border-hairline py-6 md:grid-cols-[4rem_1fr_1.4fr] md:gap-x-8"
          >
            <span aria-hidden="true" className="text-xl font-bold text-accent-ink tabular-nums">
              {index + 1}
            </span>
            <h3 className="text-xl">{t(`${step}.title`)}</h3>
            <p className="col-start-2 mt-2 measure text-ink-soft md:col-start-3 md:mt-0.5">
              {t(`${step}.text`, FACTS)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
