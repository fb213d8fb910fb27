import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Locale } from '#contract/locales.ts'

/** Marks that decomposition sets beside their letters. */
const MARKS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff'
const APOSTROPHES = "''’ʼʻ‘`´"

/**
 * The name in one language in the letters of an address, as `foldToSlug` writes them: "Zürich" as "zurich". Indexes
 * use exactly this expression, so it takes no parameter; every function in it is immutable.
 */
export function foldedName(names: SQLWrapper, locale: Locale): SQL {
  const name = sql`normalize(${names} ->> ${sql.raw(`'${locale}'`)}, NFKD)`
  // Lower-cased by hand where a database may know the letters of English alone.
  const single = sql`translate(${name}, ${sql.raw("'ØøŁłĐđÐðĦħıŊŋŦŧƏəÆŒÞẞ', 'oollddddhhinntteeæœþß'")})`
  const letters = sql`replace(replace(replace(replace(${single}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`
  const bare = sql`regexp_replace(lower(${letters}), ${sql.raw(`'[${MARKS}${APOSTROPHES}]'`)}, '', 'g')`
  return sql`btrim(regexp_replace(${bare}, '[^a-z0-9]+', '-', 'g'), '-')`
}
