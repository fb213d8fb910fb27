import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { REROLLS_MAX, renderUntilEnough } from '#backend/features/bundles/render-until-enough.ts'
import { createDuplicateFilter } from '#backend/features/bundles/duplicate-filter.ts'
import { bestFirst } from '#backend/features/bundles/gallery-sort.ts'
import { fingerprintDistance } from '#studio/gate/fingerprint.ts'
import { judgeSelfies } from '#studio/intake/judge.ts'
import type { SelfieVerdict } from '#studio/intake/judge.ts'
import { refusedReading } from '#studio/intake/reading.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'
import { LIMITS } from '#studio/intake/thresholds.ts'
import type { RenderedHeadshot } from '#studio/pool/worker.ts'
import { framingOf } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'
import { createStudio } from '#studio/studio.ts'
import type { Studio } from '#studio/studio.ts'
import { STYLES } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { drawContactSheet } from './contact-sheet.ts'
import { deliver } from './deliver.ts'
import { HELP, OrderError, parseOrder } from './order.ts'
import type { Order } from './order.ts'
import { bundleSentence, counted, likenessSentence, selfieSentence } from './sentences.ts'

interface Selfie {
  id: string
  bytes: Uint8Array
  reading: SelfieReading
}

async function readFolder(studio: Studio, folder: string): Promise<Selfie[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new OrderError(`The folder ${folder} cannot be read.`)
  })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
  if (names.length === 0) throw new OrderError(`The folder ${folder} holds no files.`)
  return Promise.all(names.sort().map((name) => readOne(studio, path.join(folder, name), name)))
}

async function readOne(studio: Studio, file: string, id: string): Promise<Selfie> {
  const { size } = await stat(file)
  if (size > LIMITS.fileBytes)
    return { id, bytes: new Uint8Array(), reading: refusedReading('file_too_large', '') }
  const bytes = new Uint8Array(await readFile(file))
  return { id, bytes, reading: await studio.readSelfie(bytes) }
}

interface Finished {
  styleId: StyleId
  file: string | null
  shot: Shot
  /** Its bytes lie in the file. */
  headshot: Omit<RenderedHeadshot, 'jpeg'>
}

/** Renders until `count` pass or the plan is exhausted, best first; those that do not pass are reported, not written. */
async function renderBundle(
  studio: Studio,
  model: Uint8Array,
  styleId: StyleId,
  order: Order,
): Promise<Finished[]> {
  const plan = await studio.plan(model, styleId, order.count + REROLLS_MAX)
  const gate = createDuplicateFilter([], fingerprintDistance)
  const finished: Finished[] = []
  const filling = {
    items: plan,
    wanted: order.count,
    parallelism: order.threads,
    framingOf,
    kept: [],
  }
  await renderUntilEnough(filling, async (shot) => {
    const { jpeg, ...headshot } = gate(await studio.render(model, styleId, shot, undefined, order.care))
    const name = fileName(styleId, shot)
    const file = headshot.passed ? `${name}.jpg` : null
    if (headshot.passed) await deliver(studio, order, name, jpeg)
    finished.push({ styleId, file, shot, headshot })
    return headshot.passed
  })
  const ranked = finished.map((made) => ({
    ...made.headshot,
    sourceKey: made.shot.selfieId,
    shotIndex: plan.indexOf(made.shot),
    made,
  }))
  return bestFirst(ranked).map(({ made }) => made)
}

function fileName(styleId: StyleId, shot: Shot): string {
  return `${styleId}-${path.parse(shot.selfieId).name}-${shot.variation + 1}`
}

async function renderStyles(
  studio: Studio,
  model: Uint8Array,
  order: Order,
  selfies: number,
): Promise<Finished[]> {
  const finished: Finished[] = []
  // One style after the other, so that the queue stays short.
  for (const styleId of order.styleIds) {
    const bundle = await renderBundle(studio, model, styleId, order)
    const passed = bundle.filter(({ headshot }) => headshot.passed)
    const refused = bundle.filter(({ headshot }) => !headshot.passed).map(({ headshot }) => headshot.reasons)
    console.log(bundleSentence({ styleId, count: order.count, passed: passed.length, selfies, refused }))
    finished.push(...bundle)
  }
  return finished
}

/** Created before any work: a failure at the end would cost minutes. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    throw new OrderError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${folder} is a file, or lies in one: --out names the folder that the headshots go into.`
        : `The folder ${folder} cannot be made.`,
    )
  }
}

async function writeContactSheet(
  order: Order,
  finished: readonly Finished[],
  selfies: number,
): Promise<void> {
  const rows = order.styleIds.map(async (styleId) => {
    const own = finished.filter((headshot) => headshot.styleId === styleId)
    const pictures = own.map(async ({ file, headshot }) =>
      file === null
        ? []
        : [
            {
              jpeg: await readFile(path.join(order.out, file)),
              likeness: selfies > 1 ? headshot.likeness : null,
            },
          ],
    )
    return { name: STYLES[styleId].name, pictures: (await Promise.all(pictures)).flat() }
  })
  const title = path.basename(path.resolve(order.folder))
  await writeFile(
    path.join(order.out, 'contact-sheet.jpg'),
    await drawContactSheet(title, await Promise.all(rows)),
  )
}

/** Measures the wall time of each stage, seconds. */
function createStopwatch(): {
  seconds: Record<string, number>
  time: <T>(stage: string, work: Promise<T>) => Promise<T>
} {
  const seconds: Record<string, number> = {}
  return {
    seconds,
    time: async (stage, work) => {
      const startedAt = performance.now()
      const result = await work
      seconds[stage] = rounded((performance.now() - startedAt) / 1000)
      return result
    },
  }
}

function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits))
}

function describeSelfies(selfies: Selfie[], verdicts: SelfieVerdict[]) {
  return verdicts.map(({ id, accepted, reasons }) => {
    const reading = selfies.find((selfie) => selfie.id === id)?.reading
    const measures = Object.fromEntries(
      Object.entries(reading?.measures ?? {}).flatMap(([name, value]) =>
        Number.isNaN(value) ? [] : [[name, rounded(value)]],
      ),
    )
    return { id, accepted, reasons, warnings: reading?.warnings ?? [], measures }
  })
}

function describeHeadshots(finished: Finished[], selfies: number) {
  return finished.map(({ styleId, file, shot, headshot }) => ({
    styleId,
    file,
    selfieId: shot.selfieId,
    variation: shot.variation,
    width: headshot.width,
    height: headshot.height,
    // With one selfie the comparison would be with the picture it was made from.
    likeness: selfies > 1 ? rounded(headshot.likeness) : null,
    appeal: headshot.appeal,
    cosine: headshot.measures ? rounded(headshot.measures.cosine) : null,
    passed: headshot.passed,
    reasons: headshot.reasons,
    timingsMs: {
      render: Math.round(headshot.timings.renderMs),
      gate: Math.round(headshot.timings.gateMs),
      encode: Math.round(headshot.timings.encodeMs),
    },
  }))
}

async function run(order: Order): Promise<void> {
  const studio = createStudio({ threads: order.threads })
  const { seconds, time } = createStopwatch()
  const startedAt = performance.now()
  try {
    await makeFolder(order.out)
    const selfies = await time('read', readFolder(studio, order.folder))
    const verdicts = judgeSelfies(selfies)
    const accepted = selfies.filter(({ id }) =>
      verdicts.some((verdict) => verdict.id === id && verdict.accepted),
    )
    const report = async (finished: Finished[]): Promise<void> => {
      seconds['total'] = rounded((performance.now() - startedAt) / 1000)
      const content = {
        styleIds: order.styleIds,
        selfies: describeSelfies(selfies, verdicts),
        headshots: describeHeadshots(finished, accepted.length),
        seconds,
        peakMemoryMb: Math.round(
          process.resourceUsage().maxRSS / 1024 + studio.usage().peakMemoryBytes / 2 ** 20,
        ),
      }
      await writeFile(path.join(order.out, 'report.json'), `${JSON.stringify(content, null, 2)}\n`)
    }
    for (const verdict of verdicts)
      console.log(
        selfieSentence(verdict, selfies.find(({ id }) => id === verdict.id)?.reading.warnings ?? []),
      )
    if (accepted.length === 0) {
      await report([])
      throw new OrderError('No headshot can be made: none of the files can be used.')
    }
    const model = await time('train', studio.train(accepted))
    const finished = await time('render', renderStyles(studio, model, order, accepted.length))
    const passed = finished.filter(({ headshot }) => headshot.passed)
    if (passed.length === 0) {
      await report(finished)
      throw new OrderError(`No headshot passed the gate; ${path.join(order.out, 'report.json')} says why.`)
    }
    if (order.contactSheet) await time('sheet', writeContactSheet(order, finished, accepted.length))
    await report(finished)
    const likeness = passed.map(({ headshot }) => headshot.likeness)
    console.log(
      `${counted(passed.length, 'headshot')} of ${counted(accepted.length, 'selfie')} in ${seconds['total'] ?? 0} s lie in ` +
        `${order.out}. ${likenessSentence(likeness, accepted.length)}`,
    )
  } finally {
    await studio.close()
  }
}

try {
  const order = parseOrder(process.argv.slice(2))
  if (order) await run(order)
  else console.log(HELP)
} catch (error) {
  if (!(error instanceof OrderError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
