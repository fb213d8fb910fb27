'use client'

import { z } from 'zod'
import type { OperatorCommand } from '#contract/operator-commands.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { TAKEN_OUT, WORDS } from './wording.ts'
import { useContractForm, type Outcome } from '#components/product/use-contract-form.ts'

type Typed = Record<string, string | boolean | Record<string, string>>
type Body = Record<string, unknown>

/** The body of a call from the typed fields; empty fields are left out. */
function bodyOf(typed: Typed): Body {
  const given = Object.entries(typed).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== 'object') return value === '' || value === false ? [] : [[name, value]]
    const fields = Object.entries(value).filter(([, text]) => text !== '')
    const set = fields.map(([field, text]) => [field, text === TAKEN_OUT ? null : text])
    return set.length === 0 ? [] : [[name, Object.fromEntries(set)]]
  })
  return Object.fromEntries(given)
}

/** The form of a command, checked by the schema of its call; the fields of `further` are added to the body. */
export function useCommandForm(
  { call }: Pick<OperatorCommand, 'call'>,
  values: Typed,
  onSend: (body: Body) => Promise<Outcome> | Promise<void>,
  further: Body = {},
) {
  const body: z.ZodType<Body, Body> = operatorEndpoints[call].body
  const typed = z.record(z.string(), z.custom<Typed[string]>())
  return useContractForm<Typed, Body>({
    schema: typed.transform((given) => ({ ...bodyOf(given), ...further })).pipe(body),
    sentence: ({ code }) => (code === 'invalid_type' ? WORDS.missing : WORDS.unreadable),
    values,
    onSend,
  })
}

export type CommandForm = ReturnType<typeof useCommandForm>
