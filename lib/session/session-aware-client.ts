import type { KnownTable } from '#contract/endpoints.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { Client } from '#lib/api/client.ts'

export type EndOfAccount = 'user_disabled' | 'account_deleted'

/** The session's reactions to a refused call. */
interface SessionActions {
  /** The account was locked, or is no more. */
  end: (why: EndOfAccount) => Promise<void>
  /** Asks for a new token, which ends the session where there is none to be had. */
  renew: () => Promise<unknown>
}

/** A client whose calls end the page's session when the backend refuses them because of the account. */
export function sessionAwareClient<T extends KnownTable<T>>(
  client: Client<T>,
  { end, renew }: SessionActions,
): Client<T> {
  const watch = async <R>(answer: Promise<R>): Promise<R> => {
    try {
      return await answer
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined
      if (code === 'user_disabled' || code === 'account_deleted') await end(code).catch(() => undefined)
      if (code === 'token_invalid') await renew().catch(() => undefined)
      throw error
    }
  }
  return {
    call: (name, input, options) => watch(client.call(name, input, options)),
    download: (name, input, options) => watch(client.download(name, input, options)),
    upload: (name, input, options) => watch(client.upload(name, input, options)),
  }
}
