/** The studio cannot do what was asked; `code` says why. */
export class StudioError extends Error {
  override name = 'StudioError'
  readonly code:
    | 'queue_full'
    | 'closed'
    | 'timed_out'
    | 'crashed'
    | 'worker_failed'
    | 'no_usable_selfie'
    | 'unreadable_picture'
    | 'picture_too_large'

  constructor(code: StudioError['code'], message: string) {
    super(message)
    this.code = code
  }
}
