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

/** What a schema says is wrong with a field; `field` is its path with dots. */
export interface Complaint {
  field: string
  code: z.core.$ZodRawIssue['code']
}

/** After something was sent, for what the form cannot know. */
export type Outcome = 'leaving' | 'keep' | undefined

interface Options<Typed extends FieldValues, Sent> {
  /** The body of the call, or what becomes one of the fields. */
  schema: z.ZodType<Sent, Typed>
  /** The sentence for what is wrong, in the language of the page. */
  sentence: (complaint: Complaint) => string
  /** What is known already. A field without it begins with what was typed before the page's script ran. */
  values?: DefaultValues<Typed>
  /** Keeps these fields under this name for the tab. Never a password. */
  draft?: { name: string; fields: readonly Path<Typed>[] }
  /**
   * Sends it; what it throws is the form's `failure`. Answers `leaving` where another page comes, and the form is busy
   * until then; `keep` where the draft is not done with.
   */
  onSend: (sent: Sent) => Promise<Outcome> | Promise<void>
}

export interface ContractForm<Typed extends FieldValues, Sent> {
  /** For the `<form>`. */
  props: { method: 'post'; noValidate: true; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  /** For the control of a field. */
  field: UseFormReturn<Typed, unknown, Sent>['register']
  /** What is wrong with a field. */
  errorOf: (name: Path<Typed>) => string | undefined
  /** Says what is wrong with a field that only the answer told, and leads to it. */
  refuse: (name: Path<Typed>, sentence: string) => void
  isBusy: boolean
  failure: unknown
  /** As it was in the beginning, or with these values, without complaints. */
  reset: (values?: Typed) => void
  form: UseFormReturn<Typed, unknown, Sent>
}

/**
 * A form held to a schema of the contract: checked when it is sent, after that while it is mended; the focus goes to the
 * first field that is wrong; sent once at a time.
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
