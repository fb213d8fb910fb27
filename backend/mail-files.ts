import { createFinishingWork } from './features/finishing/finishing-jobs.ts'
import type { FeatureDeps, WorkDeps } from './features/feature.ts'
import type { MakeMailFile } from './features/mail/mail-service.ts'
import { createReceipts } from './features/receipts/receipts-service.ts'

/** The picture's id within its mail. */
const PICTURE_ID = 'headshot'

/** The files that go with mails, by the features that have them. */
export function createMailFiles(
  deps: FeatureDeps,
  { finishing, log }: Pick<WorkDeps, 'finishing'> & { log: Pick<WorkDeps['log'], 'error'> },
): MakeMailFile {
  const receipts = createReceipts(deps)
  const work = createFinishingWork({ ...deps, finishing })

  /**
   * Of finished headshots a small one goes along, so that the mail is recognized and its gallery opened. A mail lies
   * where no deletion of ours reaches it, and may be seen by others who see the screen. Therefore it is one picture, cut to the head,
   * of 240 pixels, goes to the owner's own address alone, and is part of the mail: a picture that the mail loaded would tell
   * when and where it is read. What was deleted, refunded or is held by a bank when the mail is sent goes with none.
   */
  const headshot = async (bundleId: string, signal: AbortSignal) => {
    try {
      const bytes = await work.pictureForMail(bundleId, signal)
      return bytes && { fileName: 'headshot.jpg', mediaType: 'image/jpeg', bytes, contentId: PICTURE_ID }
    } catch (err) {
      signal.throwIfAborted()
      // The mail tells the same without it.
      log.error({ err, bundleId }, 'a mail goes without its picture')
      return undefined
    }
  }

  return (attached, locale, signal) =>
    attached.kind === 'receipt'
      ? receipts.fileForMail(attached.paymentId, locale)
      : headshot(attached.bundleId, signal)
}
