const PLACEHOLDER = /^\{(\w+)\}$/

/** Path without its trailing slash, which callers may or may not send. */
export function normalizePath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Names of the parameters in a path like `/discount/validate/{code}`. */
export function parametersOf(pattern: string): string[] {
  return pattern.split('/').flatMap((segment) => PLACEHOLDER.exec(segment)?.[1] ?? [])
}

/** The decoded parameters of a path that matches `pattern`; undefined when it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = normalizePath(path).split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const name = PLACEHOLDER.exec(segment)?.[1]
    const value = name === undefined ? given[index] : decodeSegment(given[index] ?? '')
    if (value === undefined || (name === undefined && value !== segment)) return undefined
    if (name !== undefined) params[name] = value
  }
  return params
}

/** The path with its parameters, each encoded; undefined when a value is not allowed in a path. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string | undefined {
  const segments = pattern.split('/').map((segment) => {
    const name = PLACEHOLDER.exec(segment)?.[1]
    return name === undefined ? segment : encodeSegment(params[name] ?? '')
  })
  return segments.some((segment) => segment === undefined) ? undefined : segments.join('/')
}

/** Browsers and servers resolve these segments before the application reads them, encoded or not. */
const NO_SEGMENT: readonly string[] = ['', '.', '..']

function decodeSegment(segment: string): string | undefined {
  try {
    const value = decodeURIComponent(segment)
    return NO_SEGMENT.includes(value) ? undefined : value
  } catch {
    return undefined
  }
}

function encodeSegment(value: string): string | undefined {
  if (NO_SEGMENT.includes(value)) return undefined
  try {
    return encodeURIComponent(value)
  } catch {
    // A lone surrogate has no encoding.
    return undefined
  }
}
