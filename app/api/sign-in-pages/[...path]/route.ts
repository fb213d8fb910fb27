import { readSignInPages } from '#lib/env.ts'
import { createSignInPages } from '#lib/identity/sign-in-pages.ts'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ path: string[] }>
}

/** Reached as `/__/…`, the address Firebase's SDK asks at; Next keeps folders of that name to itself. */
async function answer(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params
  return createSignInPages({ origin: readSignInPages().fetchedFrom })(request, `/${path.join('/')}`)
}

export const GET = answer
export const POST = answer
