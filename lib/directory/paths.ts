import { DirectorySlug } from '#contract/directory.ts'

export const DIRECTORY_PATH = '/headshots-near-me'

/** The page of a country, or of a city of one, after the language. */
export function directoryPath(countrySlug: string, citySlug?: string): string {
  return `${DIRECTORY_PATH}/${countrySlug}${citySlug === undefined ? '' : `/${citySlug}`}`
}

export type DirectoryPage =
  { kind: 'index' } | { kind: 'country'; country: string } | { kind: 'city'; country: string; city: string }

/** The page named by the segments after the directory's own; undefined for none. */
export function directoryPageOf(segments: readonly string[] = []): DirectoryPage | undefined {
  if (!segments.every((segment) => DirectorySlug.safeParse(segment).success)) return undefined
  const [country, city, ...more] = segments
  if (more.length > 0) return undefined
  if (country === undefined) return { kind: 'index' }
  return city === undefined ? { kind: 'country', country } : { kind: 'city', country, city }
}
