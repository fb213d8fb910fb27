import { Footer } from '#components/shell/footer.tsx'
import { NotFoundView } from '#components/shell/not-found-view.tsx'

export default function ImageNotFound() {
  return (
    <>
      <main id="main">
        <NotFoundView />
      </main>
      <Footer />
    </>
  )
}
