import { NotFoundView } from './not-found-view.tsx'
import { PublicPage } from './public-page.tsx'

/**
 * A public page that does not exist. Next sends a segment's `not-found.tsx` along with every page of the segment, so only
 * the segments that call `notFound()` have one.
 */
export function NotFoundPage() {
  return (
    <PublicPage path="">
      <NotFoundView />
    </PublicPage>
  )
}
