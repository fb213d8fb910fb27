import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

interface Props<V extends string> {
  legend: ReactNode
  options: readonly { value: V; label: ReactNode; lang?: string }[]
  value: V
  /** Which one is on its way to the backend. */
  busyWith: V | undefined
  onChoose: (value: V) => void
}

/** One of a few, taken at once. Buttons, so that arrow keys do not choose on the way. */
export function ChoiceButtons<V extends string>({ legend, options, value, busyWith, onChoose }: Props<V>) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm font-semibold">
        {legend}
      </p>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            lang={option.lang}
            aria-pressed={option.value === value}
            aria-busy={option.value === busyWith || undefined}
            onClick={() => {
              if (busyWith === undefined && option.value !== value) onChoose(option.value)
            }}
            className={clsx(
              'min-h-11 rounded-sm border px-3 py-2 text-sm font-medium transition-colors sm:px-4',
              option.value === value
                ? 'border-ink bg-ink text-paper'
                : 'border-edge hover:border-ink hover:bg-wash',
              option.value === busyWith && 'animate-shimmer',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  )
}
