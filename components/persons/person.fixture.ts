import { CONSENT_VERSION } from '#contract/consent.ts'
import type { Person } from '#contract/persons.ts'

/** Ready for a first style, without a purchase. */
export const person: Person = {
  id: 'b9f3ce9e-5c7d-4d53-9a5e-3f8f2f6c1d11',
  name: 'Anna',
  gender: 'female',
  state: 'ready',
  consent: { version: CONSENT_VERSION, isCurrent: true, givenAt: '2026-01-01T00:00:00.000Z' },
  acceptedSelfieCount: 4,
  takesSelfies: true,
  isRenewalUsed: false,
  newSelfieCount: 0,
  coverUrl: null,
  preview: null,
  training: null,
  bundles: [],
  deletesAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
