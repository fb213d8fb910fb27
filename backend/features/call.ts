import type {
  EndpointAnswer,
  EndpointArguments,
  EndpointDefinition,
  FilesDefinition,
  RawBodyDefinition,
} from '#contract/endpoint.ts'
import type { EndpointTable } from '#contract/endpoints.ts'
import type { RecipientPrincipal } from './sharing/share-recipients.ts'
import type { Locale } from '#contract/locales.ts'
import type { SharePrincipal } from './sharing/sharing-service.ts'
import type { HandoffPrincipal } from './phone-upload/phone-upload-service.ts'
import type { IncomingFile } from './incoming-file.ts'

/** A handler's input: the caller, and the parts of the definition. */
export type Call<D extends EndpointDefinition> = EndpointArguments<D> &
  (D extends { auth: 'user' | 'verified' } ? { uid: string } : unknown) &
  (D extends { auth: 'handoff' } ? { handoff: HandoffPrincipal } : unknown) &
  (D extends { auth: 'share' } ? { share: SharePrincipal } : unknown) &
  (D extends { auth: 'recipient' } ? { recipient: RecipientPrincipal } : unknown) &
  (D extends { files: FilesDefinition } ? { files: AsyncIterable<IncomingFile> } : unknown) &
  (D extends { raw: infer R extends RawBodyDefinition } ? RawCall<R> : unknown) &
  (D extends { localized: true } ? { locale: Locale } : unknown) &
  (D extends { idempotent: true } ? { idempotencyKey: string | undefined } : unknown)

/** The raw body, and the headers the definition names. */
export interface RawCall<R extends RawBodyDefinition = RawBodyDefinition> {
  rawBody: Uint8Array
  headers: Readonly<Partial<Record<R['headers'][number], string>>>
}

/** One handler per endpoint of a table; leaving one out does not compile. */
export type HandlersOf<T extends EndpointTable> = {
  [N in keyof T]: (call: Call<T[N]>) => Promise<EndpointAnswer<T[N]>>
}
