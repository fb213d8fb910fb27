import type { Attribution } from '#contract/directory.ts'
import { PublicPage } from '#components/shell/public-page.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DIRECTORY_PATH } from '#lib/directory/paths.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Comparison } from './comparison.tsx'
import { Sources } from './sources.tsx'
import { Trail, type Step } from './trail.tsx'

interface Props {
  /** After the language. */
  path: string
  /** Below the root of the directory, down to this page. */
  steps: readonly Step[]
  title: ReactNode
  lead: ReactNode
  /** Says on the page that its data is made up. */
  isSample: boolean
  /** Sources of the page's data, possibly repeated. */
  attributions: readonly Attribution[]
  /** Between the comparison and the sources. */
  questions?: ReactNode
  children: ReactNode
}

/** The common frame of directory pages: breadcrumbs, the comparison at the end, the sources of the data. */
export function DirectoryFrame(props: Props) {
  const { path, steps, title, lead, isSample, attributions, questions, children } = props
  const t = useTranslations('directory')
  return (
    <PublicPage path={path}>
      <div className="wrap pt-4 pb-14 sm:pb-20">
        <Trail steps={[{ name: t('root'), path: DIRECTORY_PATH }, ...steps]} />
        <h1 className="mt-6 text-3xl hyphens-auto sm:text-4xl lg:mt-10 lg:text-5xl">{title}</h1>
        <p className="mt-5 max-w-[52ch] text-lg">{lead}</p>
        {isSample && steps.length > 0 && (
          <Notice live={false} className="mt-6 max-w-2xl">
            {t('sample.note')}
          </Notice>
        )}
        {children}
      </div>
      <Comparison />
      {questions ?? <div className="pt-10" />}
      <Sources
        attributions={[...new Map(attributions.map((one) => [one.source, one])).values()]}
        isSample={isSample}
      />
    </PublicPage>
  )
}
