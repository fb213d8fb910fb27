import { useLocale } from 'next-intl'

interface Props {
  places: readonly { id: string; name: string; path: string; detail: string }[]
}

/** Towns as lines of a ledger: the name leads there. */
export function PlaceList({ places }: Props) {
  const locale = useLocale()
  return (
    <ul className="mt-4 grid gap-x-8 border-t border-edge sm:grid-cols-2 lg:grid-cols-3">
      {places.map(({ id, name, path, detail }) => (
        <li key={id} className="border-b border-hairline">
          <a
            href={`/${locale}${path}`}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2 hover:underline hover:underline-offset-4"
          >
            <span className="font-medium">{name}</span>
            <span className="text-sm text-ink-soft tabular-nums">{detail}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
