import { useCallback, useEffect, type RefObject } from 'react'
import { z } from 'zod'

const Draft = z.record(z.string(), z.string())
type Draft = z.infer<typeof Draft>

const keyOf = (name: string) => `draft:${name}`

/**
 * Keeps what was typed into a form's named fields for this tab, so that another language, a reload or a detour loses
 * nothing. Passwords are never among them. Returns the way to forget it, for when it was sent.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string,
  fields: readonly string[],
): () => void {
  const wanted = fields.join(' ')
  useEffect(() => {
    const element = form.current
    if (!element) return
    const names = wanted.split(' ')
    fill(element, names, read(name))
    const keep = () => write(name, typedInto(element, names))
    element.addEventListener('input', keep)
    element.addEventListener('change', keep)
    return () => {
      element.removeEventListener('input', keep)
      element.removeEventListener('change', keep)
    }
  }, [form, name, wanted])
  return useCallback(() => write(name, {}), [name])
}

function typedInto(form: HTMLFormElement, names: readonly string[]): Draft {
  const data = new FormData(form)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

/** What is there already, typed or filled in by the browser, stays. */
function fill(form: HTMLFormElement, names: readonly string[], draft: Draft): void {
  for (const name of names) {
    const control = form.elements.namedItem(name)
    const value = draft[name]
    if (value === undefined) continue
    if (control instanceof RadioNodeList && control.value === '') control.value = value
    const takesText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && control.type !== 'password')
    if (takesText && control.value === '') control.value = value
  }
}

/** Storage may be off; then nothing is kept. */
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
