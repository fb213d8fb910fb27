/** The studio cannot do a call; `code` says why. */
export class StudioError extends Error {
  override name = 'StudioError'
  /**
   * `cpu_exceeded` and `crashed` are the doing of what the call was about; `timed_out` may be that of a busy machine.
   */
  readonly code:
    | 'queue_full'
    | 'closed'
    | 'cpu_exceeded'
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
