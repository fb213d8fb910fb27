/** What the page says: in English alone, as operators' commands and their answers are (decision 77). */
export const WORDS = {
  title: 'Operations',
  lists: 'Lists',
  changes: 'Changes',
  order: 'Order',
  find: 'Find',
  show: 'Show',
  cancel: 'Cancel',
  why: 'Why',
  whatToDo: 'What to do',
  nothing: 'There is nothing.',
  nothingChanged: 'Nothing was changed',
  missing: 'This has to be filled in.',
  unreadable: 'This cannot be read.',
  yes: 'yes',
  no: 'no',
}

export const doneOf = (name: string): string => `${wordsOf(name)}: done`
export const onRecordUnder = (operator: string): string => `Kept with the change, under ${operator}.`

/** Written for a field that is to be taken out of a listing; an empty one stays as it is. */
export const TAKEN_OUT = '-'
export const FIELDS_HINT = `What is left empty stays as it is; ${TAKEN_OUT} takes a field out.`

/** `accept-correction`, `isPaused` and `oldestSeconds` as words: "Accept correction", "Paused", "Oldest seconds". */
export function wordsOf(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll('-', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const LABELS: Readonly<Record<string, string>> = {
  text: 'Search for',
  all: 'Closed ones too',
  set: 'Fields',
}

/** What a field is called, by the name of its member. */
export const labelOf = (name: string): string => LABELS[name] ?? wordsOf(name)

/** What to write into a field, by the name of its member. */
export const HINTS: Readonly<Record<string, string>> = {
  text: 'An order, an address, a name, an id of Stripe’s, the key of a file, a receipt’s number.',
  order: 'Its reference, or the id of its payment or bundle.',
  who: 'The address or the id of an account, or the id of a person to be erased.',
  job: 'The id of a job, or the name of a queue.',
  event: 'The id of an event that the payment provider sent.',
  name: 'purchases, refunds, or the name of a queue.',
  limit: 'How many, 50 unless told otherwise.',
  amount: 'In the currency of the order, such as 2.50; all that is left without one.',
  to: 'Another address; the one it was sent to without one.',
  code: '3 to 32 letters, digits and dashes.',
  percent: 'Such as 20; or an amount in euros instead.',
  euros: 'Such as 2.50; or percent instead.',
  minimum: 'The least price it is good for, such as 9.00.',
  uses: 'How often it may be used by all.',
  'per-user': 'How often it may be used by one account.',
  until: 'A day such as 2027-01-31.',
}
