import { NotFoundView } from '#components/shell/not-found-view.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'

export default function NotFound() {
  return (
    <PublicPage path="">
      <NotFoundView />
    </PublicPage>
  )
}
