/** A finished message. Addresses and words may come from anybody: whoever sends it sees to line breaks and encodings. */
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Names the message for ever, the same at each attempt: by it receivers tell a repeat. Without angle brackets. */
  messageId: string
  headers: Readonly<Record<string, string>>
}

/** The server will not take this message, now or later; the message is the server's and may name the address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

export interface Mailer {
  /** The part of a message id after the `@`. */
  domain: string
  /**
   * Hands a message over. Resolves once the server has taken it; after any other end it may have been taken all the same.
   * @throws MailRefusedError, and whatever says that it is worth trying again
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
