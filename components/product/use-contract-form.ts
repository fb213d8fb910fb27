'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type SyntheticEvent } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { useDraft } from './use-draft.ts'

/** A schema's error of a field; `field` is its path with dots. */
export interface Complaint {
  field: string
  code: z.core.$ZodRawIssue['code']
}

/** The state after sending, which the form cannot know. */
export type Outcome = 'leaving' | 'keep' | undefined

interface Options<Typed extends FieldValues, Sent> {
  /** The schema of the call's body, or of the fields. */
  schema: z.ZodType<Sent, Typed>
  /** The sentence for an error, in the language of the page. */
  sentence: (complaint: Complaint) => string
  /** Known values. A field without one starts with the text typed before hydration. */
  values?: DefaultValues<Typed>
  /** Stores these fields under this name for the tab. Never a password. */
  draft?: { name: string; fields: readonly Path<Typed>[] }
  /**
   * Sends the form; a thrown error becomes the form's `failure`. Returns `leaving` before a redirect, during which
   * the form stays busy; `keep` to keep the draft.
   */
  onSend: (sent: Sent) => Promise<Outcome> | Promise<void>
}

export interface ContractForm<Typed extends FieldValues, Sent> {
  /** For the `<form>`. */
  props: { method: 'post'; noValidate: true; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  /** For the control of a field. */
  field: UseFormReturn<Typed, unknown, Sent>['register']
  /** The error of a field. */
  errorOf: (name: Path<Typed>) => string | undefined
  /** Shows a field's error that only the answer reported, and focuses the field. */
  refuse: (name: Path<Typed>, sentence: string) => void
  isBusy: boolean
  failure: unknown
  /** Resets to the first values, or to these, without errors. */
  reset: (values?: Typed) => void
  form: UseFormReturn<Typed, unknown, Sent>
}

/**
 * A form validated by a schema of the contract: on submit, and from then on at each change; the focus moves to the
 * first invalid field; sent once at a time.
 */
export function useContractForm<Typed extends FieldValues, Sent>(
  options: Options<Typed, Sent>,
): ContractForm<Typed, Sent> {
  const { schema, sentence, values, draft, onSend } = options
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver(schema, {
      error: ({ code, path = [] }) => sentence({ code, field: path.join('.') }),
    }),
    // Its order is that of registration, which is not the page's.
    shouldFocusError: false,
    ...(values === undefined ? {} : { defaultValues: values }),
  })
  const forgetDraft = useDraft(form, draft?.name, draft?.fields)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isSending = useRef(false)
  const { errors } = form.formState

  const send = form.handleSubmit(async (sent) => {
    setBusy(true)
    try {
      const next = await onSend(sent)
      if (next !== 'keep') forgetDraft()
      if (next === 'leaving') return
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }, focusFirst)

  return {
    props: {
      method: 'post',
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        if (isSending.current) return
        isSending.current = true
        setFailure(undefined)
        void send(event).finally(() => {
          isSending.current = false
        })
      },
    },
    field: form.register,
    errorOf: (name) => {
      const message: unknown = get(errors, `${name}.message`)
      return typeof message === 'string' ? message : undefined
    },
    refuse: (name, message) => form.setError(name, { message }, { shouldFocus: true }),
    isBusy,
    failure,
    reset: (begin) => {
      form.reset(begin)
      setFailure(undefined)
    },
    form,
  }
}

/** Leads to the first control of the page's order that is wrong. */
function focusFirst(errors: FieldErrors, event: { target?: unknown } | undefined): void {
  if (!(event?.target instanceof HTMLFormElement)) return
  for (const control of event.target.elements) {
    const name = control.getAttribute('name')
    if (name === null || get(errors, name) === undefined || !(control instanceof HTMLElement)) continue
    control.focus()
    return
  }
}
