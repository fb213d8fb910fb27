import { toIdentityError, type IdentityError } from '#lib/identity/identity-error.ts'

/** Runs a step of the sign-in; returns its error, or undefined. */
export async function attempt(step: () => Promise<void>): Promise<IdentityError | undefined> {
  try {
    await step()
    return undefined
  } catch (error) {
    return toIdentityError(error)
  }
}
