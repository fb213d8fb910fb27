import { useCallback, useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

const Draft = z.record(z.string(), z.string())
type Draft = z.infer<typeof Draft>

const keyOf = (name: string) => `draft:${name}`

/**
 * Stores a form's typed fields for this tab, so that another language, a reload or a detour loses no text.
 * Text already there, typed or filled in by the browser, stays. Returns a function that deletes the draft after
 * sending.
 */
export function useDraft<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
  name: string | undefined,
  fields: readonly Path<Typed>[] = [],
): () => void {
  const wanted = fields.join(' ')
  const { getValues, setValue, subscribe } = form
  useEffect(() => {
    if (name === undefined) return
    const draft = read(name)
    // Of the form's own, joined above.
    const paths = wanted.split(' ') as Path<Typed>[]
    for (const path of paths) {
      const kept = draft[path]
      // Only texts are kept.
      if (kept !== undefined && !getValues(path)) setValue(path, kept as PathValue<Typed, Path<Typed>>)
    }
    return subscribe({
      formState: { values: true },
      callback: () => write(name, textsIn(paths, getValues)),
    })
  }, [name, wanted, getValues, setValue, subscribe])
  return useCallback(() => {
    if (name !== undefined) write(name, {})
  }, [name])
}

function textsIn<P extends string>(paths: readonly P[], valueOf: (path: P) => unknown): Draft {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueOf(path)
      return typeof value === 'string' && value !== '' ? [[path, value]] : []
    }),
  )
}

/** Storage may be unavailable; then no draft is kept. */
function read(name: string): Draft {
  try {
    return Draft.catch({}).parse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}'))
  } catch {
    return {}
  }
}

function write(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    return
  }
}
