import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { renderUntilEnough } from '#backend/features/bundles/render-until-enough.ts'
import { judgeSelfies } from '#studio/intake/judge.ts'
import { framingOf, headshotsFrom } from '#studio/render/plan.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { createStudio } from '#studio/studio.ts'
import type { Studio } from '#studio/studio.ts'
import { readOptions, refuse } from '../options.ts'
import { beyondOthers, ofOnePerson } from './left-out.ts'
import type { Accepted, Refusal } from './left-out.ts'
import { foldersOf, readPerson } from './people.ts'
import type { Photographed } from './people.ts'

const USAGE = `npm run studio:trial -- [folder ...] [--style studio-grey] [--out folder]

  Tries the studio on folders of photographs, one per person. Prints for each what is accepted, promised, delivered,
  refused and why; then the sums; then the limits that depend on a single person, because limits must be chosen without
  the people they are tried on. With --out it writes the headshots.`

const THREADS = Math.min(4, availableParallelism())
/** From this number on a person got a usable set. */
const ENOUGH = 6
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { style: { type: 'string', default: 'studio-grey' }, out: { type: 'string' } },
})
const styleId = STYLE_IDS.find((id) => id === values.style)
if (!styleId) refuse(`There is no style ${values.style}`)

interface Outcome {
  person: string
  accepted: Accepted[]
  refused: Refusal[]
  promised: number
  delivered: number
  /** Of takes that did not pass. */
  reasons: string[]
}

async function tryPerson(studio: Studio, { name, selfies }: Photographed, style: StyleId): Promise<Outcome> {
  const read = await Promise.all(
    selfies.map(async (selfie) => ({ ...selfie, reading: await studio.readSelfie(selfie.bytes) })),
  )
  const verdicts = judgeSelfies(read)
  const good = read.filter(({ id }) => verdicts.some((verdict) => verdict.id === id && verdict.accepted))
  const outcome: Outcome = {
    person: name,
    accepted: good.map(({ id, reading: { measures } }) => ({ person: name, id, measures })),
    refused: verdicts
      .filter(({ accepted }) => !accepted)
      .map(({ id, reasons }) => ({ person: name, id, reasons })),
    promised: Math.min(HEADSHOTS_PER_BUNDLE, headshotsFrom(good.length)),
    delivered: 0,
    reasons: [],
  }
  if (good.length === 0) return outcome
  const model = await studio.train(good)
  const filling = {
    items: await studio.plan(model, style, Infinity),
    wanted: outcome.promised,
    parallelism: THREADS,
    framingOf,
    kept: [],
  }
  await renderUntilEnough(filling, async (shot) => {
    const { passed, reasons, jpeg } = await studio.render(model, style, shot)
    if (!passed) outcome.reasons.push(...reasons)
    else {
      outcome.delivered++
      if (values.out)
        await writeFile(path.join(values.out, `${name}-${style}-${outcome.delivered}.jpg`), jpeg)
    }
    return passed
  })
  return outcome
}

const counted = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => `${word} ${words.filter((other) => other === word).length}`).join(', ')

const outcomes: Outcome[] = []
const studio = createStudio({ threads: THREADS })
try {
  if (values.out) await mkdir(values.out, { recursive: true })
  const folders = await foldersOf(positionals)
  if (folders.length === 0) console.log('There are no photographs beside the project: name folders.')
  for (const folder of folders) {
    const outcome = await tryPerson(studio, await readPerson(folder), styleId)
    outcomes.push(outcome)
    const { person, accepted, refused, promised, delivered, reasons } = outcome
    console.log(
      `${person}: ${accepted.length} of ${accepted.length + refused.length} selfies, ${delivered} of ${promised} headshots` +
        (reasons.length > 0 ? ` (takes refused: ${counted(reasons)})` : ''),
    )
    for (const { id, reasons: why } of refused) console.log(`  ${id}: ${why.join(', ')}`)
  }
} finally {
  await studio.close()
}

const sum = (value: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + value(outcome), 0)
const people = (holds: (outcome: Outcome) => boolean): number => outcomes.filter(holds).length
console.log(
  `\n${outcomes.length} people: ${sum(({ accepted }) => accepted.length)} selfies accepted, ` +
    `${sum(({ refused }) => refused.length)} refused (${counted(outcomes.flatMap(({ refused }) => refused.flatMap(({ reasons }) => reasons)))})`,
)
console.log(
  `${sum(({ delivered }) => delivered)} of ${sum(({ promised }) => promised)} promised headshots delivered, takes refused: ` +
    (counted(outcomes.flatMap(({ reasons }) => reasons)) || 'none'),
)
console.log(
  `${people(({ delivered }) => delivered >= ENOUGH)} get at least ${ENOUGH}, ${people(({ delivered }) => delivered === 0)} nothing`,
)
console.log('\nAccepted beyond everybody else’s photographs, where a limit may stand for one person’s sake:')
for (const { person, id, measure } of beyondOthers(outcomes.flatMap(({ accepted }) => accepted)))
  console.log(`  ${measure}: ${person}, ${id}`)
console.log('Reasons that one person alone is refused for:')
for (const { reason, person } of ofOnePerson(outcomes.flatMap(({ refused }) => refused)))
  console.log(`  ${reason}: ${person}`)
