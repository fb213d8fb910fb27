'use client'

import { clsx } from 'clsx'
import type { OperatorCommand } from '#contract/operator-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { CommandFields } from './command-fields.tsx'
import { WORDS } from './wording.ts'
import { useCommandForm } from './use-command-form.ts'

interface Props {
  command: OperatorCommand
  /** What the argument is to begin with. */
  subject?: string | undefined
  onRead: (body: Record<string, unknown>) => void
}

/** The parameters of a list or a search. */
export function ReadForm({ command, subject, onRead }: Props) {
  const { argument, options } = command
  // It has no label above.
  const isFlag = argument === undefined && options[0]?.kind === 'flag'
  const values = argument !== undefined && subject !== undefined ? { [argument]: subject } : {}
  const form = useCommandForm(command, values, (body) => {
    onRead(body)
    return Promise.resolve()
  })
  return (
    <form
      {...form.props}
      className={clsx(
        'flex max-w-xl flex-col gap-4 sm:flex-row',
        isFlag ? 'sm:items-center' : 'sm:items-start',
      )}
    >
      <div className={clsx('flex min-w-0 flex-col gap-4', !isFlag && 'grow')}>
        <CommandFields command={command} form={form} />
      </div>
      <Button type="submit" variant="secondary" className={clsx('min-h-12', !isFlag && 'sm:mt-8')}>
        {command.call === 'operatorFind' ? WORDS.find : WORDS.show}
      </Button>
    </form>
  )
}
