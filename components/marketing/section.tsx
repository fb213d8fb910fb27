import type { ReactNode } from 'react'

interface Props {
  id: string
  title: ReactNode
  body?: ReactNode
  children: ReactNode
}

/** A section of a public page: heading in the first four columns, matter in the other eight. */
export function Section({ id, title, body, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="wrap py-14 sm:py-20 lg:py-28">
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id={`${id}-title`} className="max-w-[16ch] text-2xl lg:text-3xl">
            {title}
          </h2>
          {body && <p className="mt-4 max-w-[44ch] text-ink-soft">{body}</p>}
        </div>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}
