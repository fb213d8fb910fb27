import { Footer } from '#components/shell/footer.tsx'
import { NotFoundView } from '#components/shell/not-found-view.tsx'
import { useTranslations } from 'next-intl'

export default function ImageNotFound() {
  const t = useTranslations('publicImage.gone')
  return (
    <>
      <main id="main">
        <NotFoundView title={t('title')} body={t('body')} />
      </main>
      <Footer />
    </>
  )
}
