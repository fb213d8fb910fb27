import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createStudio } from '#studio/studio.ts'
import { writeDocument } from './document.ts'
import { measureSubject } from './measure-subject.ts'
import type { SubjectReport } from './measure-subject.ts'
import { drawSheet } from './sheets.ts'
import { listSubjects } from './subjects.ts'

const USAGE = `npm run studio:report [-- part of a label ...]

  Measures the studio on all available people, prints the report and writes docs/studio.md from it. With parts of labels
  ("person 1", noor) it measures only those and writes nothing.`
const docs = path.resolve(import.meta.dirname, '../../docs')
const threads = Math.min(4, availableParallelism())
const startedAt = performance.now()
const wanted = process.argv.slice(2)
if (wanted.some((word) => word.startsWith('-'))) {
  console.log(USAGE)
  process.exit(wanted.includes('--help') ? 0 : 1)
}
const everybody = await listSubjects()
const subjects = everybody.filter(
  ({ label }) => wanted.length === 0 || wanted.some((part) => label.includes(part)),
)
if (everybody.every(({ kind }) => kind === 'drawn')) {
  console.error('There are no photographs beside the project: drawn characters only.')
}
const studio = createStudio({ threads })
const reports: SubjectReport[] = []
try {
  for (const subject of subjects) {
    const report = await measureSubject(studio, subject)
    const passed = report.headshots.filter((headshot) => headshot.passed).length
    console.error(`${subject.label}: ${passed} of ${report.headshots.length} headshots passed`)
    reports.push(report)
  }
} finally {
  await studio.close()
}

const sheets: { label: string; file: string }[] = []
if (wanted.length === 0) {
  await mkdir(path.join(docs, 'studio'), { recursive: true })
  for (const report of reports.filter(({ kind, isShown }) => kind === 'drawn' && isShown)) {
    const file = `studio/${report.label.replace('drawn, ', '')}.webp`
    await writeFile(path.join(docs, file), await drawSheet(report))
    sheets.push({ label: report.label, file })
  }
}
const document = writeDocument(reports, sheets, {
  threads,
  minutes: (performance.now() - startedAt) / 60_000,
  peakMemoryMb: process.resourceUsage().maxRSS / 1024 + studio.usage().peakMemoryBytes / 2 ** 20,
})
console.log(document)
if (wanted.length === 0) await writeFile(path.join(docs, 'studio.md'), document)
