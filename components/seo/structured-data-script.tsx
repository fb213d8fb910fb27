import { scriptText, type StructuredData } from '#lib/seo/structured-data.ts'

/** Data for machines beside the page; not a script that runs. */
export function StructuredDataScript({ data }: { data: StructuredData }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(data) }} />
}
