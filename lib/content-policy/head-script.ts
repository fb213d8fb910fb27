import { ACCEPTED, CONSENT_KEY } from '#lib/analytics/consent.ts'
import { SIGNED_IN_KEY } from '#lib/session/signed-in-hint.ts'

/** On the document while the banner of consent, which every page comes with, is not wanted and React has not removed it yet. */
export const CONSENT_UNWANTED = 'data-consent-unwanted'

/**
 * The one script of ours in the head of every page: a module would run after the first paint, and show the banner for a
 * moment to who has accepted. Where storage is off, the banner is wanted.
 */
export const HEAD_SCRIPT = `try{if(localStorage.getItem('${CONSENT_KEY}')==='${ACCEPTED}'||localStorage.getItem('${SIGNED_IN_KEY}')!==null)document.documentElement.setAttribute('${CONSENT_UNWANTED}','')}catch{}`

/** For policies of pages that are not read for their scripts; a test holds it against the script. */
export const HEAD_SCRIPT_HASH = "'sha256-t7AZQEU9jpLJZaycnu37u9ZwXRLc0LGLtnNnjoA2vEY='"
