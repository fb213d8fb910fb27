import { notFound } from 'next/navigation'

/** Among pages with a nonce: made for each request, as they are. */
export const dynamic = 'force-dynamic'

export { generateMetadata } from '../page.tsx'

export default function UnknownGuardedPage(): never {
  notFound()
}
