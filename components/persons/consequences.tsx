/** The effects of an irreversible action, as a list. */
export function Consequences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="mt-4 border-b border-hairline">
      {sentences.map((sentence) => (
        <li key={sentence} className="border-t border-hairline py-3">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
