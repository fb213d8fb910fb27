import { startStripeEmulator, type EmulatorOptions } from '#emulators/stripe/server.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
export const CARDS = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  challenge: '4000 0025 0000 3155',
  disputed: '4000 0000 0000 0259',
  refundPending: '4000 0000 0000 7726',
  refundFails: '4000 0000 0000 5126',
} as const

/** Accounts that are debited; those that end late do so after three minutes of the emulator's clock. */
export const ACCOUNTS = {
  paid: 'DE89 3704 0044 0532 0130 00',
  paidLate: 'DE08 3704 0044 0532 0130 03',
  failed: 'DE62 3704 0044 0532 0130 01',
} as const

const PAYER = { expiry: '12/40', cvc: '123', name: 'Test', email: 'buyer@example.org' }

/** Pays on the hosted page as a browser would, by plain requests. */
export async function payOnPage(
  url: string,
  card: string,
  change: Partial<typeof PAYER> = {},
): Promise<{ status: number; location: string | null; text: string }> {
  return post(url, { number: card, ...PAYER, ...change })
}

async function post(url: string, fields: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** What the customer answers the bank. */
export function answerBank(url: string, location: string | null, answer: 'confirm' | 'refuse') {
  const asked = new URL(location ?? '', url)
  return post(asked.href, { token: asked.searchParams.get('token') ?? '', answer })
}

/** A test's own emulator, and commands to it. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}) {
  const emulator = await startStripeEmulator({ port: 0, secretKey: SECRET_KEY, ...options })
  return {
    ...emulator,
    async command(path: string, body: object = {}): Promise<unknown> {
      const response = await fetch(`${emulator.url}/_emulator/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const told: unknown = await response.json()
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(told)}`)
      return told
    },
  }
}
