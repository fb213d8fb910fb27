export interface MailFile {
  fileName: string
  mediaType: string
  bytes: Uint8Array
  /** For a picture in the text, which names it as `cid:<contentId>`; other files are attachments. */
  contentId?: string
}

/** A finished message. Addresses and texts may be user input: the sender takes care of line breaks and encodings. */
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Identifies the message, the same at each attempt: receivers recognise a repeat by it. Without angle brackets. */
  messageId: string
  headers: Readonly<Record<string, string>>
  files?: readonly MailFile[]
}

/** The server will not take this message, now or later; the message is the server's and may name the address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

export interface Mailer {
  /** The part of a message id after the `@`. */
  domain: string
  /**
   * Sends a message. Resolves once the server has accepted it; after any other end it may have been accepted all the
   * same.
   * @throws MailRefusedError for a permanent refusal, UnavailableError for one worth another attempt
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
