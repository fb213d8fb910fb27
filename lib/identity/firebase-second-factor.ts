import {
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  type Auth,
  type MultiFactorAssertion,
  type MultiFactorInfo,
  type MultiFactorResolver,
  type PhoneInfoOptions,
  type User,
} from 'firebase/auth'
import { IdentityError } from './identity-error.ts'
import type { SecondFactor, SecondFactorChallenge, SentCode } from './identity.ts'

type Translate = <T>(auth: Auth, work: () => Promise<T>) => Promise<T>

/**
 * Asks for a code by text message. The captcha is invisible unless Google doubts; each attempt has a place of its own,
 * because one that was used cannot be rendered again.
 */
async function sendCode(
  auth: Auth,
  options: PhoneInfoOptions,
  prove: (assertion: MultiFactorAssertion) => Promise<void>,
  translate: Translate,
): Promise<SentCode> {
  const place = document.createElement('div')
  document.body.append(place)
  const captcha = new RecaptchaVerifier(auth, place, { size: 'invisible' })
  try {
    const verificationId = await new PhoneAuthProvider(auth).verifyPhoneNumber(options, captcha)
    return {
      confirm: (code) =>
        translate(auth, () =>
          prove(PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))),
        ),
    }
  } finally {
    captcha.clear()
    place.remove()
  }
}

const phonesOf = (factors: readonly MultiFactorInfo[]): SecondFactor[] =>
  factors
    .filter(({ factorId }) => factorId === PhoneMultiFactorGenerator.FACTOR_ID)
    .map((factor) => ({
      id: factor.uid,
      phoneNumber: 'phoneNumber' in factor ? String(factor.phoneNumber) : '',
      addedAt: Number.isNaN(Date.parse(factor.enrollmentTime)) ? undefined : new Date(factor.enrollmentTime),
    }))

/** The number of a phone factor; undefined for anything else. */
export function phoneNumberOf(factor: MultiFactorInfo | null | undefined): string | undefined {
  return factor ? phonesOf([factor])[0]?.phoneNumber : undefined
}

export function challengeOf(
  auth: Auth,
  resolver: MultiFactorResolver,
  translate: Translate,
): SecondFactorChallenge {
  const prove = async (assertion: MultiFactorAssertion) => {
    await resolver.resolveSignIn(assertion)
  }
  return {
    phones: phonesOf(resolver.hints),
    sendCode: (phoneId) =>
      translate(auth, () => {
        const multiFactorHint = resolver.hints.find(({ uid }) => uid === phoneId)
        if (!multiFactorHint) throw new IdentityError('code_expired')
        return sendCode(auth, { multiFactorHint, session: resolver.session }, prove, translate)
      }),
  }
}

export function secondFactorsOf(user: User): SecondFactor[] {
  return phonesOf(multiFactor(user).enrolledFactors)
}

export async function addSecondFactor(
  auth: Auth,
  user: User,
  phoneNumber: string,
  translate: Translate,
): Promise<SentCode> {
  const factors = multiFactor(user)
  const session = await factors.getSession()
  const prove = (assertion: MultiFactorAssertion) => factors.enroll(assertion)
  return sendCode(auth, { phoneNumber, session }, prove, translate)
}

export async function removeSecondFactor(user: User, id: string): Promise<void> {
  await multiFactor(user).unenroll(id)
}
