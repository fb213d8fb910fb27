interface Props {
  pairs: readonly { question: string; answer: string }[]
}

/** Questions that open to their answers; the browser's own, without script. */
export function QuestionList({ pairs }: Props) {
  return (
    <div className="border-t border-hairline">
      {pairs.map(({ question, answer }) => (
        <details key={question} className="group border-b border-hairline">
          <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 text-lg font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <svg
              viewBox="0 0 16 16"
              aria-hidden="true"
              className="size-4 shrink-0 text-accent-ink transition-transform group-open:rotate-45"
            >
              <path d="M8 0v16M0 8h16" stroke="currentColor" strokeWidth="2" />
            </svg>
          </summary>
          <p className="measure pb-6 text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  )
}
