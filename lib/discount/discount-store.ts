import { z } from 'zod'
import { DiscountType, type DiscountValidation } from '#contract/discounts.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { LocalStorageItem } from '#lib/browser/local-storage-item.ts'
import type { Auth } from '#lib/session/auth.ts'
import { codeToValidate, nextDiscount, type DiscountEvent, type DiscountState } from './discount.ts'

export interface DiscountStoreDeps {
  pending: LocalStorageItem
  stored: LocalStorageItem
  validate: (code: string) => Promise<DiscountValidation>
}

export interface DiscountStore {
  subscribe: (listener: () => void) => () => void
  getState: () => DiscountState
  /** Whether a user is signed in; a code that waited for the sign-in is validated. */
  setAuth: (auth: Auth) => void
  /** A code was typed or seen. Blank is none. */
  enter: (code: string) => void
  markApplied: () => void
  clear: () => void
}

const Stored = z.object({
  code: z.string(),
  id: z.string().nullable(),
  amount: z.number(),
  type: DiscountType.catch('percentage'),
  isFirstBundleOnly: z.boolean().default(false),
  isValid: z.boolean(),
  isApplied: z.boolean(),
  error: z.string().nullable(),
})

/** The discount of this browser, kept until it is used. */
export function createDiscountStore({ pending, stored, validate }: DiscountStoreDeps): DiscountStore {
  let auth: Auth = 'loading'
  let asked: string | undefined
  let state = nextDiscount({ pending: pending.read(), discount: readStored(stored) }, { type: 'page_opened' })
  keep(state)
  const listeners = new Set<() => void>()

  function keep({ pending: code, discount }: DiscountState): void {
    if (code === null) pending.remove()
    else pending.write(code)
    if (discount === null) stored.remove()
    else stored.write(JSON.stringify(discount))
  }

  function take(event: DiscountEvent): void {
    const next = nextDiscount(state, event)
    if (next === state) return
    state = next
    keep(state)
    listeners.forEach((listener) => listener())
    ask()
  }

  function ask(): void {
    const code = codeToValidate(state, auth)
    if (code === undefined || code === asked) return
    asked = code
    validate(code)
      .then((answer): DiscountEvent => ({ type: 'validated', code, answer }))
      .catch((error: unknown): DiscountEvent | undefined =>
        isUnanswered(error) ? undefined : { type: 'validation_failed', code },
      )
      .then((event) => {
        if (asked === code) asked = undefined
        // Without an answer it waits for the next page.
        if (event) take(event)
      })
      .catch(() => undefined)
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => state,
    setAuth: (next) => {
      auth = next
      ask()
    },
    enter: (code) => take({ type: 'entered', code }),
    markApplied: () => take({ type: 'applied' }),
    clear: () => take({ type: 'cleared' }),
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && ['network', 'timeout', 'canceled'].includes(error.code)
}

function readStored(stored: LocalStorageItem) {
  try {
    return Stored.safeParse(JSON.parse(stored.read() ?? 'null')).data ?? null
  } catch {
    return null
  }
}
