import { ActionCodeOperation, checkActionCode, type Auth } from 'firebase/auth'
import { phoneNumberOf } from './firebase-second-factor.ts'
import { IdentityError } from './identity-error.ts'
import type { MailLink, MailLinkKind } from './identity.ts'

const KINDS: Readonly<Record<string, MailLinkKind>> = {
  [ActionCodeOperation.VERIFY_EMAIL]: 'verify_email',
  [ActionCodeOperation.PASSWORD_RESET]: 'reset_password',
  [ActionCodeOperation.RECOVER_EMAIL]: 'recover_email',
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: 'change_email',
  [ActionCodeOperation.REVERT_SECOND_FACTOR_ADDITION]: 'remove_second_factor',
}

/** Reads what a mail link's code would do. */
export async function readMailLink(auth: Auth, code: string): Promise<MailLink> {
  const { operation, data } = await checkActionCode(auth, code)
  const kind = KINDS[operation]
  if (kind === undefined) throw new IdentityError('link_invalid')
  return {
    kind,
    email: data.email ?? '',
    previousEmail: data.previousEmail ?? undefined,
    phoneNumber: phoneNumberOf(data.multiFactorInfo),
  }
}
