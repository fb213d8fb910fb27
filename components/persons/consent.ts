/** Version of the consent sentence in `messages/` (`persons.new.consent`); a new wording is a new version. */
export const CONSENT_VERSION = 'biometric-1'
