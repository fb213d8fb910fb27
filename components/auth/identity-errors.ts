import { toIdentityError, type IdentityErrorCode } from '#lib/identity/identity-error.ts'

/** Runs a step of the sign-in; answers with the code of what went wrong, or nothing. */
export async function attempt(step: () => Promise<void>): Promise<IdentityErrorCode | undefined> {
  try {
    await step()
    return undefined
  } catch (error) {
    return toIdentityError(error).code
  }
}
