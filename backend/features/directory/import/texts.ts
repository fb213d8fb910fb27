import { z } from 'zod'
import { withoutControls, withoutDirectionControls } from '#contract/text.ts'

export const NAME_MAX_LENGTH = 200
/** OpenStreetMap's own limit for a value. */
const VALUE_MAX_LENGTH = 255
const ADDRESS_MAX_LENGTH = 500
const PHONE = /^[+(]?[\d\s()./-]{5,40}$/
const Email = z.email().max(254)

/** One line of visible text; undefined when none is left, or too much. */
export function cleanLine(text: string, maxLength = VALUE_MAX_LENGTH): string | undefined {
  const line = withoutDirectionControls(withoutControls(text.replace(/\s/g, ' ')))
    .replace(/ +/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(line) || line.length > maxLength) return undefined
  return line
}

/** Sources list several values with semicolons; the first is the one. */
function firstOf(text: string): string {
  return text.split(';', 1)[0] ?? ''
}

/** A web address of a public host; a missing scheme is added. */
export function cleanWebsite(text: string): string | undefined {
  const given = cleanLine(firstOf(text), ADDRESS_MAX_LENGTH)
  if (given === undefined || /\s/.test(given)) return undefined
  const parsed = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/]*:\d/.test(given) ? given : `https://${given}`,
  )
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  if (parsed.username !== '' || parsed.password !== '') return undefined
  // Neither a bare name nor an address in numbers: the last label of a public name has letters.
  if (
    !/\.(?=[^.]*[a-z])[a-z0-9-]{2,}$/.test(parsed.hostname) ||
    /\.(?:local|internal|localhost)$/.test(parsed.hostname)
  )
    return undefined
  return parsed.href.length <= ADDRESS_MAX_LENGTH ? parsed.href : undefined
}

export function cleanPhone(text: string): string | undefined {
  const phone = cleanLine(firstOf(text).replace(/^tel:/i, ''), 40)
  return phone !== undefined && PHONE.test(phone) ? phone : undefined
}

export function cleanEmail(text: string): string | undefined {
  const email = cleanLine(firstOf(text).replace(/^mailto:/i, ''))
  return email !== undefined && Email.safeParse(email).success ? email : undefined
}

/** A position on Earth; `0, 0` is a placeholder for an unknown position. */
export function readPosition(
  latitude: unknown,
  longitude: unknown,
): { latitude: number; longitude: number } | undefined {
  const [lat, lon] = [latitude, longitude].map((value) =>
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN,
  )
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
    return undefined
  return lat === 0 && lon === 0 ? undefined : { latitude: lat, longitude: lon }
}
