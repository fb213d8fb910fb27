'use client'

import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { OPERATOR_COMMANDS, type OperatorCommand } from '#contract/operator-commands.ts'
import type { OperatorCall, OperatorRow } from '#contract/operators.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { useAnswer } from '#lib/session/use-endpoint.ts'
import { useSession } from '#lib/session/use-session.ts'
import { AnswerTable } from './answer-table.tsx'
import { askOperators } from './ask-operators.ts'
import { ChangeDialog, type Done } from './change-dialog.tsx'
import { ReadForm } from './read-form.tsx'
import { ORDER_CHANGES, actionsOn, type RowAction } from './row-actions.ts'
import { WORDS, doneOf, wordsOf } from './wording.ts'

const READS = OPERATOR_COMMANDS.filter(({ isChange }) => !isChange)
const CHANGES = OPERATOR_COMMANDS.filter(({ isChange }) => isChange)
const FIRST: OperatorCall = 'operatorInbox'
const SEARCH: OperatorCall = 'operatorFind'
const STORY: OperatorCall = 'operatorShow'

function commandOf(call: OperatorCall): OperatorCommand {
  const found = OPERATOR_COMMANDS.find((command) => command.call === call)
  if (found === undefined) throw new Error(`no command is made of ${call}`)
  return found
}

/** The call of the shown list and its body; the body is null until the operator filled in its argument. */
interface Reading {
  call: OperatorCall
  body: Record<string, unknown> | null
}

/** What operators can do, as `npm run ops` has it: lists on the page, and each change in a dialog that asks why. */
export function OpsPage() {
  const { account } = useSession()
  const [{ call, body }, setReading] = useState<Reading>({ call: FIRST, body: {} })
  const [change, setChange] = useState<Partial<RowAction>>()
  const [done, setDone] = useState<Done & { name: string }>()
  const { data, error, isLoading, mutate } = useAnswer(
    body === null || account === null ? null : [call, body],
    () => askOperators(call, body ?? {}),
  )
  const command = commandOf(call)
  const section = useRef<HTMLElement>(null)

  const read = (reading: Reading) => {
    setDone(undefined)
    setReading(reading)
    showBelowFold(section.current)
  }
  const act = ({ call: wanted, subject }: RowAction) => {
    const { argument, isChange } = commandOf(wanted)
    if (isChange) setChange({ call: wanted, subject })
    else read({ call: wanted, body: argument === undefined ? {} : { [argument]: subject } })
  }
  const buttonsOf = (row: OperatorRow) => {
    const actions = actionsOn(call, row)
    return actions.length === 0
      ? null
      : actions.map((action) => <ActionButton key={action.call} action={action} onAct={act} />)
  }
  const order = call === STORY && body !== null ? String(body['order']) : undefined

  return (
    <>
      <PageHeading title={WORDS.title} />
      <div className="mt-6">
        <ReadForm command={commandOf(SEARCH)} onRead={(given) => read({ call: SEARCH, body: given })} />
      </div>
      <div className="mt-8 grid gap-x-8 gap-y-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 border-y border-hairline py-3 lg:border-0 lg:py-0">
          <nav aria-label={WORDS.lists}>
            <ul className="flex flex-wrap gap-1 lg:flex-col">
              {READS.filter((each) => each.call !== SEARCH).map((each) => (
                <li key={each.call}>
                  <NavButton
                    isCurrent={each.call === call}
                    onClick={() => read({ call: each.call, body: each.argument === undefined ? {} : null })}
                  >
                    {each.call === STORY ? WORDS.order : wordsOf(each.name)}
                  </NavButton>
                </li>
              ))}
            </ul>
          </nav>
          <details className="border-t border-hairline pt-2">
            <summary className="min-h-11 cursor-pointer py-2 font-semibold">{WORDS.changes}</summary>
            <ul className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-1">
              {CHANGES.map((each) => (
                <li key={each.call}>
                  <Button
                    variant="secondary"
                    className="w-full"
                    onClick={() => setChange({ call: each.call })}
                  >
                    {wordsOf(each.name)}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        </div>
        <div className="min-w-0">
          {done && (
            <Notice tone="success" title={doneOf(done.name)} className="mb-6">
              {done.note}
              {done.rows.length > 0 && (
                <AnswerTable caption={wordsOf(done.name)} rows={done.rows} actionsOf={() => null} />
              )}
            </Notice>
          )}
          <section
            ref={section}
            className="scroll-mt-4"
            aria-labelledby="reading"
            aria-busy={isLoading || undefined}
          >
            <h2 id="reading" className="text-xl">
              {call === STORY ? WORDS.order : wordsOf(command.name)}
            </h2>
            <p className="mt-1 text-sm text-ink-soft">{command.summary}.</p>
            {call !== SEARCH && (command.argument !== undefined || command.options.length > 0) && (
              <div className="mt-4">
                <ReadForm
                  key={`${call} ${order ?? ''}`}
                  command={command}
                  subject={order}
                  onRead={(given) => read({ call, body: given })}
                />
              </div>
            )}
            {order !== undefined && data?.outcome === 'done' && (
              <div className="mt-4 flex flex-wrap gap-2">
                {ORDER_CHANGES.map((each) => (
                  <ActionButton key={each} action={{ call: each, subject: order }} onAct={act} />
                ))}
              </div>
            )}
            <div className="mt-6">
              {error && <CallErrorNotice error={error} onRetry={() => void mutate()} className="mb-4" />}
              {!data && !error && body !== null && <Skeleton className="h-40" />}
              {data?.outcome === 'refused' && <Notice>{data.reason}</Notice>}
              {data?.outcome === 'done' && (
                <>
                  {data.note !== null && <p className="mb-4 measure">{data.note}</p>}
                  {data.rows.length > 0 && (
                    <AnswerTable caption={wordsOf(command.name)} rows={data.rows} actionsOf={buttonsOf} />
                  )}
                  {data.rows.length === 0 && data.note === null && <p>{WORDS.nothing}</p>}
                </>
              )}
            </div>
          </section>
        </div>
      </div>
      {change?.call !== undefined && account !== null && (
        <ChangeDialog
          key={`${change.call} ${change.subject ?? ''}`}
          command={commandOf(change.call)}
          subject={change.subject}
          operator={account.email}
          onClose={() => setChange(undefined)}
          onDone={(answer) => {
            setDone({ ...answer, name: commandOf(change.call ?? call).name })
            setChange(undefined)
            void mutate()
          }}
        />
      )}
    </>
  )
}

/** In a narrow window search and lists fill the screen: what was asked for would be out of sight. */
function showBelowFold(section: HTMLElement | null): void {
  if (section && section.getBoundingClientRect().top > window.innerHeight / 2)
    section.scrollIntoView({ block: 'start' })
}

function NavButton({
  isCurrent,
  onClick,
  children,
}: {
  isCurrent: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className={clsx(
        'min-h-11 rounded-sm px-3 text-left text-sm hover:bg-wash lg:w-full',
        isCurrent && 'bg-wash font-semibold',
      )}
    >
      {children}
    </button>
  )
}

function ActionButton({ action, onAct }: { action: RowAction; onAct: (action: RowAction) => void }) {
  return (
    <Button variant="secondary" onClick={() => onAct(action)}>
      {wordsOf(commandOf(action.call).name)}
      <VisuallyHidden> {action.subject}</VisuallyHidden>
    </Button>
  )
}
