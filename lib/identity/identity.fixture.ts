import type { Identity } from './identity.ts'

const never = () => Promise.reject(new Error('not part of this test'))

/** An identity of which a test fills in what it is about. */
export function identityWith(parts: Partial<Identity>): Identity {
  return {
    subscribe: () => () => undefined,
    getToken: never,
    signIn: never,
    signUp: never,
    signInWith: never,
    completeRedirect: () => Promise.resolve(),
    readMethods: never,
    connect: never,
    disconnect: never,
    reauthenticate: never,
    readSecondFactors: never,
    addSecondFactor: never,
    removeSecondFactor: never,
    sendVerification: never,
    refreshAccount: never,
    sendPasswordReset: never,
    sendEmailChange: never,
    changePassword: never,
    readMailLink: never,
    followMailLink: never,
    confirmPasswordReset: never,
    signOut: never,
    ...parts,
  }
}
