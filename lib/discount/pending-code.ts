import { localStorageItem } from '#lib/browser/local-storage-item.ts'

/** A code that was seen or typed, and not validated yet. */
export const pendingCode = localStorageItem('pending_discount_code')

/** The discount code in the query of any page. */
export function discountCodeIn(search: string): string | undefined {
  const query = new URLSearchParams(search)
  return [query.get('discount'), query.get('coupon')].find((code) => code?.trim())?.trim()
}
