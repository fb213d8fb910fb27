import {
  DELIVERY_PROMISE_HOURS,
  GUARANTEE_DAYS,
  SELFIE_ADVISED,
  SELFIE_MIN_ACCEPTED,
} from '#contract/limits.ts'
import { pricesIn } from '#lib/i18n/amount.ts'
import { useLocale, useTranslations } from 'next-intl'
import { QuestionList } from './question-list.tsx'
import { Section } from './section.tsx'

const QUESTIONS = ['face', 'cost', 'selfies', 'time', 'passport', 'mark'] as const

export function Questions() {
  const t = useTranslations('home.questions')
  const locale = useLocale()
  const facts = {
    hours: DELIVERY_PROMISE_HOURS,
    days: GUARANTEE_DAYS,
    ...pricesIn(locale),
    min: SELFIE_MIN_ACCEPTED,
    advisedMin: SELFIE_ADVISED.min,
    advisedMax: SELFIE_ADVISED.max,
  }
  return (
    <Section id="questions" title={t('title')}>
      <QuestionList
        pairs={QUESTIONS.map((key) => ({
          question: t(`${key}.question`),
          answer: t(`${key}.answer`, facts),
        }))}
      />
    </Section>
  )
}
