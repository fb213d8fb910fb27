import { useEffect, useRef, type RefObject } from 'react'

/** A text field's value, including text typed before hydration. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Moves the focus to the first field with an error, each time `complaints` is a new object with any. */
export function useFocusFirstError(complaints: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid], fieldset[data-invalid] input')?.focus()
  }, [complaints])
  return form
}
