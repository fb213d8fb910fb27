import type messages from '#messages/en.json'
import type { Locale } from '#contract/locales.ts'

/** The shape of a language's messages; English is the model, a test proves that the others follow it. */
export type Messages = typeof messages
export type Namespace = keyof Messages

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

/** Only the namespaces a route's client components read, so that a page carries no other page's sentences. */
export function pickNamespaces<N extends Namespace>(all: Messages, names: readonly N[]): Pick<Messages, N> {
  const picked: Partial<Pick<Messages, N>> = {}
  for (const name of names) picked[name] = all[name]
  return picked as Pick<Messages, N>
}
