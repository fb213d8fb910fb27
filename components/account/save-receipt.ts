import { BRAND } from '#contract/brand.ts'
import type { Receipt } from '#contract/payments.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/** How long the browser may take to begin with the file. */
const KEPT_MS = 60_000

/** Loads the receipt of a purchase in the page's language, and saves it as a file. @throws CallError */
export async function saveReceipt({ paymentId, orderReference }: Receipt): Promise<void> {
  const pdf = await browserClient().download('getReceiptPdf', { query: { paymentId } })
  const url = URL.createObjectURL(pdf)
  const link = document.createElement('a')
  link.href = url
  link.download = `${BRAND.toLowerCase()}-${orderReference}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
