import { useFormatter } from 'next-intl'

const KILO = 1000

/** Formats a file's size in the page's language: whole kilobytes, from a million bytes on megabytes. */
export function useFileSize(): (sizeBytes: number) => string {
  const format = useFormatter()
  return (sizeBytes) =>
    sizeBytes < KILO * KILO
      ? format.number(Math.max(1, Math.round(sizeBytes / KILO)), { style: 'unit', unit: 'kilobyte' })
      : format.number(sizeBytes / (KILO * KILO), {
          style: 'unit',
          unit: 'megabyte',
          maximumFractionDigits: 1,
        })
}
