import UnknownPage, { generateMetadata } from '../page.tsx'

/** Among pages with a nonce: made for each request, as they are. */
export const dynamic = 'force-dynamic'

export { generateMetadata }

export default UnknownPage
