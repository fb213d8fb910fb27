import { localStorageItem } from '#lib/browser/local-storage-item.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { createDiscountStore, type DiscountStore } from './discount-store.ts'
import { pendingCode } from './pending-code.ts'

let store: DiscountStore | undefined

/** The one discount of this page. */
export function browserDiscount(): DiscountStore {
  store ??= createDiscountStore({
    pending: pendingCode,
    stored: localStorageItem('discount'),
    validate: (code) => browserClient().call('validateDiscount', { params: { code } }),
  })
  return store
}
