import { BRAND } from '#contract/brand.ts'

/** Firebase asks for six; eight is what NIST SP 800-63B calls the least. */
export const PASSWORD_MIN_LENGTH = 8

/** Words that lists of leaked passwords begin with, in the languages of the site; compared without digits around them. */
const COMMON = new Set(
  `password passwort passw passwd kennwort motdepasse contrasena parola qwerty qwertz azerty iloveyou ichliebedich
  jetaime tequiero tiamo welcome willkommen bienvenue bienvenido benvenuto letmein changeme trustno sunshine
  soleil princess prinzessin princesse princesa principessa football fussball futbol calcio baseball basketball
  liverpool barcelona realmadrid juventus marseille bayern superman batman spiderman pokemon starwars monkey dragon
  shadow master michael jennifer jessica charlie jordan thomas daniel doudou schatz hallo hallohallo hello bonjour
  hola ciao geheim secret secreto segreto admin administrator login user test default guest whatever computer
  internet samsung google facebook linkedin summer sommer winter estrella amore liebe freedom flower blume`
    .split(/\s+/)
    .concat(BRAND.toLowerCase()),
)

/** Rows of keyboards in these languages, and the two orders everybody knows. */
const ROWS = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const LEAST_RUN = 4
/** Digits alone are dates and counted up in a moment. */
const DIGITS_ALONE = /^\d{1,11}$/
/** A few characters, over and over. */
const REPEATED = /^(.{1,4})\1+$/
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a password is among the first that anybody tries: one character or a few repeated, rows of the keyboard,
 * digits alone, the address itself, or a common word with digits around it or in it.
 */
export function isGuessable(password: string, email: string): boolean {
  const plain = password.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const account = email.toLowerCase().split('@')[0] ?? ''
  if (DIGITS_ALONE.test(plain) || REPEATED.test(plain) || isRun(plain)) return true
  return [plain, readable(plain), readable(lettersWithin(plain))].some((reading) => {
    const word = lettersWithin(reading)
    return COMMON.has(word) || isRun(word) || (account !== '' && (reading === account || word === account))
  })
}

/** The text from its first to its last letter. */
function lettersWithin(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '')
}

function readable(text: string): string {
  return Array.from(text, (character) => LOOKALIKES[character] ?? character).join('')
}

function isRun(text: string): boolean {
  const reversed = Array.from(text).reverse().join('')
  return text.length >= LEAST_RUN && ROWS.some((row) => row.includes(text) || row.includes(reversed))
}
