import { useTranslations } from 'next-intl'
import { QuestionList } from '#components/marketing/question-list.tsx'
import { Section } from '#components/marketing/section.tsx'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { questionsAndAnswers } from '#lib/seo/structured-data.ts'

const QUESTIONS = ['order', 'price', 'bring', 'source'] as const

export function CityQuestions() {
  const t = useTranslations('directory.questions')
  const pairs = QUESTIONS.map((key) => ({ question: t(`${key}.question`), answer: t(`${key}.answer`) }))
  return (
    <Section id="questions" title={t('title')}>
      <QuestionList pairs={pairs} />
      <StructuredDataScript data={questionsAndAnswers(pairs)} />
    </Section>
  )
}
