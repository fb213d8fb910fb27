/** Controls but tab and line breaks, and halves of characters: no text of a person has them, and no database takes all. */
const UNSTORABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const CONTROLS = /[\p{Cc}\p{Cs}]/gu
/** Embeddings, overrides and isolates: they reverse the following text, and are copied unseen. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** At least one letter, number or mark that can be seen. */
export const SOMETHING_VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}]/u
export const ONE_LINE = /^\P{Cc}*$/u

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '')
}

/** Marks that a script needs (joiners, single marks of direction) stay. */
export function withoutDirectionControls(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '')
}
