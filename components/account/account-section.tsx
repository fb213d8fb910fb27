import type { ReactNode } from 'react'
import { StableHeight } from '#components/ui/stable-height.tsx'

interface Props {
  /** Id of the section, for links to it. */
  id: string
  title: ReactNode
  lead: ReactNode
  children: ReactNode
}

/** A section of the account page: its subject on the left, its actions on the right. */
export function AccountSection({ id, title, lead, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-6 gap-x-8 gap-y-5 border-t border-hairline py-8 lg:grid-cols-12 lg:py-10"
    >
      <header className="lg:col-span-4">
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="mt-2 measure text-sm text-ink-soft">{lead}</p>
      </header>
      <div className="min-w-0 lg:col-span-8">
        {/* An error or a placeholder may be higher than the answer that takes its place. */}
        <StableHeight>{children}</StableHeight>
      </div>
    </section>
  )
}
