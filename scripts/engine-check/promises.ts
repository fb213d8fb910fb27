import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { Kept } from '#contract/processing.ts'
import type {
  ProfiledEngine,
  EngineJob,
  EngineJobId,
  ModelRef,
  RenderedPicture,
  Shot,
  TrainingOrder,
} from '#backend/providers/engine/engine-port.ts'
import type { VendorJob } from '#backend/providers/engine/jobs-port.ts'
import type { Eye, HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { readMark } from '#studio/export/encode.ts'
import type { Heard } from './callback-server.ts'
import type { OpenedEngine } from './engines.ts'
import { Broken, messageOf, type Findings } from './findings.ts'
import { backwardIn, follow, inWords, persist, wayOf, type Pace, type Seen } from './following.ts'
import { likenessInWords, measureLikeness, type LikenessRow } from './likeness.ts'
import type { Selfie } from './selfies.ts'

const STYLE = 'studio-grey'
const SELFIE_MAX_BYTES = 64 * 1024 * 1024
const THUMBNAIL_PX = 480
const NO_CHOICES = { preferred: [], leftOut: [] }
/** Of the gate: not one person. */
const NOT_ONE = ['no_face', 'several_faces', 'second_person']
/** Of the gate: no new picture. */
const NOT_NEW = ['copied']
/** Of the gate: another person. */
const NOT_ALIKE = ['unlike', 'unlike_second']

export interface Checked {
  opened: OpenedEngine
  eye: Pick<Eye, 'judgeHeadshot'>
  storage: Storage
  selfies: readonly Selfie[]
  heard: Heard
  findings: Findings
  pace: Pace
  pictures: number
  studioPictures: number
  signal: AbortSignal
}

/** What was ordered, so that nothing of it is left; `isOver`: nothing of it is at the endpoint any more. */
interface Ordered {
  id: EngineJobId
  kind: VendorJob['kind']
  isOver: boolean
}
type Ledger = Ordered[]

/** Tries every promise, and leaves nothing behind, however it ends. @returns how alike its pictures are to the selfies */
export async function tryPromises(checked: Checked): Promise<LikenessRow[]> {
  const ledger: Ledger = []
  try {
    return await tryAll(checked, ledger)
  } finally {
    await checked.findings.check('clean', () => leaveNothing(checked, ledger))
  }
}

async function tryAll(checked: Checked, ledger: Ledger): Promise<LikenessRow[]> {
  const { opened, findings, selfies, signal } = checked
  const { engine } = opened
  const { check, notChecked } = findings
  const seen: Seen[] = []

  await check('profile', () => profileOf(engine))
  if (!(await check('health', () => untilReady(checked)))) return []
  await check('unknown', () => nobodyOrdered(engine, signal))

  await storeSelfies(checked)
  const isTrained = engine.profile.can.trains
  if (isTrained) await tryCancel(checked, ledger, null)

  const order = trainingOrder(selfies)
  const training = enter(ledger, order.id, 'training')
  let model: ModelRef | undefined
  await check('train', async () => {
    const { job, ...way } = await train(checked, order)
    if (isTrained) seen.push(way.seen)
    model = outputOf(job, 'the training')
    const references = Math.min(selfies.length, engine.profile.can.references)
    return `${inWords(way.seconds * 1000)}${isTrained ? '' : `, nothing but ${references} references`}`
  })
  if (!opened.receiver || opened.hooksMissing !== null)
    await notChecked('hook', opened.hooksMissing ?? 'it has none')
  else if (isTrained) await check('hook', () => heardOf(checked, order.id))
  if (!model) return []
  const trained = model
  await check('repeat', () => repeated(checked, order, trained))
  await check('model', () => readsItsOwn(opened, trained, signal))
  if (!isTrained) await tryCancel(checked, ledger, trained)

  let shots: Shot[] = []
  await check('plan', async () => {
    shots = await engine.plan(trained, STYLE, HEADSHOTS_PER_BUNDLE, NO_CHOICES, { signal })
    return planned(engine, shots, selfies.length)
  })
  const renders = shots.slice(0, checked.pictures).map((shot) => ({ id: newId(), shot }))
  const pictures = await renderShots(checked, ledger, { model: trained, renders, seen })
  await check('forward', () => forward(seen))
  const [first] = renders
  if (first) await check('hook', () => heardOf(checked, first.id))
  const likeness = pictures.length > 0 ? await judge(checked, pictures) : []
  await check('delete', () => forget(checked, training, trained))
  await tellCost(checked, ledger)
  return likeness
}

const newId = (): EngineJobId => `check/${randomUUID()}`

function enter(ledger: Ledger, id: EngineJobId, kind: Ordered['kind']): Ordered {
  const ordered = { id, kind, isOver: false }
  ledger.push(ordered)
  return ordered
}

function profileOf(engine: ProfiledEngine): string {
  const { licence, where, can } = engine.profile
  if (!licence.allowsCommercialUse) throw new Broken('what it makes may not be sold', licence.name)
  const { least, most, step } = can.sizes
  if (!(least > 0 && least <= most && step > 0)) throw new Broken('its sizes are none', `${least} to ${most}`)
  if (engine.headshotsFrom(0) !== 0) throw new Broken('it promises headshots of no selfies')
  const { selfies, models, pictures } = where.keeps
  const kept = `selfies ${keptInWords(selfies)}, models ${keptInWords(models)}, pictures ${keptInWords(pictures)}`
  return `${licence.name}; region ${where.region}; keeps ${kept}`
}

function keptInWords(kept: Kept): string {
  if (typeof kept === 'string') return kept.replaceAll('_', ' ')
  return kept === 0 ? 'not at all' : inWords(kept * 3_600_000)
}

/** A container may need minutes to load its weights. */
async function untilReady({ opened, pace, signal }: Checked): Promise<string> {
  const startedAt = performance.now()
  // What is away at the first call will not be there at the next.
  let seen = await opened.health(signal)
  await persist(
    async () => {
      if (!seen.isReady) seen = await opened.health(signal)
      return seen.isReady
    },
    { ms: pace.startMs, pace, signal },
  ).catch((error: unknown) => {
    if (!(error instanceof Broken)) throw error
    throw new Broken(`${error.message}: it still says ${seen.says}`)
  })
  return `${seen.says}, ${inWords(performance.now() - startedAt)}`
}

async function nobodyOrdered(engine: ProfiledEngine, signal: AbortSignal): Promise<string> {
  const id = newId()
  const states = [
    (await engine.pollTraining(id, { signal })).state,
    (await engine.pollRender(id, { signal })).state,
  ]
  if (states.some((state) => state !== 'lost')) throw new Broken('it is not lost', states.join(', '))
  await engine.cancel(id)
  await engine.abandon(id)
  return 'lost'
}

/** Begins an order and ends it at once: the shortest that costs anything. */
async function tryCancel(checked: Checked, ledger: Ledger, model: ModelRef | null): Promise<void> {
  const { opened, findings, selfies, pace, signal } = checked
  const { engine, jobs, hasEnded } = opened
  await findings.check('cancel', async () => {
    const order = trainingOrder(selfies)
    const { id } = order
    const ordered = enter(ledger, id, model === null ? 'training' : 'render')
    const patience = { ms: pace.startMs, pace, signal }
    if (model === null) {
      await persist(() => engine.submitTraining(order, { signal }), patience)
    } else {
      const [shot] = await engine.plan(model, STYLE, 1, NO_CHOICES, { signal })
      await persist(
        () => engine.submitRender({ id, model, styleId: STYLE, shot, cares: {}, look: {} }, { signal }),
        patience,
      )
    }
    const job = await jobs?.find(id)
    const startedAt = performance.now()
    const ending = { ms: pace.endMs, pace, signal }
    await persist(() => engine.cancel(id), ending)
    const { state } = await (model === null
      ? engine.pollTraining(id, { signal })
      : engine.pollRender(id, { signal }))
    if (state !== 'canceled' && state !== 'lost') throw new Broken('it goes on', state)
    if (job && hasEnded) {
      await persist(() => hasEnded(job, signal), ending).catch((error: unknown) => {
        throw new Broken(`the endpoint goes on with it: ${messageOf(error)}`)
      })
    }
    ordered.isOver = true
    const where = job && !hasEnded ? ': given up here, there is no call that ends it there' : ''
    return `${state} after ${inWords(performance.now() - startedAt)}${where}`
  })
}

/** The selfies lie in our storage, as those of a person of the product do. */
async function storeSelfies({ storage, selfies }: Checked): Promise<void> {
  for (const [index, { bytes }] of selfies.entries()) {
    const key = selfieKey(index)
    if (!(await storage.get(key))) await storage.put(key, bytes, SELFIE_MAX_BYTES)
  }
}

const selfieKey = (index: number): string => `selfies/${index + 1}`

function trainingOrder(selfies: readonly Selfie[]): TrainingOrder {
  const id = newId()
  return {
    id,
    selfies: selfies.map(({ reading }, index) => ({
      id: String(index + 1),
      imageKey: selfieKey(index),
      reading,
    })),
    modelFolder: `${id}/models`,
    needs: null,
    agreedTo: [],
    preparedFolder: `${id}/prepared`,
  }
}

/** Sends it a second time while it is under way; once it has failed, that would begin it anew. */
async function train(checked: Checked, order: TrainingOrder) {
  const { opened, pace, signal } = checked
  const { engine } = opened
  return follow(
    engine,
    {
      id: order.id,
      submit: (until) => engine.submitTraining(order, { signal: until }),
      onOpen: (until) => engine.submitTraining(order, { signal: until }),
      poll: (until) => engine.pollTraining(order.id, { signal: until }),
    },
    { ms: pace.trainingMs, pace, signal, isUnheard: unheard(checked, order.id) },
  )
}

/** Where hooks alone tell, the first has to come soon: after a missing one, the others need not be waited for. */
function unheard({ opened, heard, pace }: Checked, id: EngineJobId): (sinceMs: number) => boolean {
  return (sinceMs) => opened.tellsByHooksAlone && heard.taken(id) === 0 && sinceMs > pace.hookMs
}

async function heardOf({ heard, pace, signal }: Checked, id: EngineJobId): Promise<string> {
  const patience = { ms: pace.hookMs, pace, signal }
  await persist(() => Promise.resolve(heard.taken(id) > 0), patience).catch(() => {
    signal.throwIfAborted()
    const refused = heard.refused()
    throw new Broken(
      refused > 0
        ? 'those that came bear another key or signature than they should'
        : `none came within ${inWords(pace.hookMs)}`,
      `0 taken, ${refused} refused`,
    )
  })
  return `${heard.taken(id)} taken, ${heard.refused()} refused`
}

async function repeated({ opened, signal }: Checked, order: TrainingOrder, model: ModelRef): Promise<string> {
  const { engine, jobs } = opened
  const before = await jobs?.find(order.id)
  await engine.submitTraining(order, { signal })
  const job = await engine.pollTraining(order.id, { signal })
  if (job.state !== 'succeeded') throw new Broken('after a repeat it is another job', job.state)
  if (JSON.stringify(job.output) !== JSON.stringify(model))
    throw new Broken('after a repeat it is another model')
  const after = await jobs?.find(order.id)
  const isOnce = after === undefined || (after.attempt === 1 && after.vendorId === before?.vendorId)
  if (!isOnce) throw new Broken('it was ordered again', `${after.attempt} attempts`)
  return 'one job'
}

async function readsItsOwn(
  { engine, jobs }: OpenedEngine,
  model: ModelRef,
  signal: AbortSignal,
): Promise<string> {
  if (!(await engine.readsModel(model, { signal })))
    throw new Broken('it does not read what it made', model.kind)
  const foreign: ModelRef[] = [{ kind: 'version', version: `stranger/model:${'0'.repeat(64)}` }]
  // The studio reads every file to know whose it is.
  if (jobs) foreign.push({ kind: 'file', key: 'stranger/models/model' })
  for (const other of foreign) {
    if (await engine.readsModel(other, { signal }))
      throw new Broken("it reads a stranger's model", other.kind)
  }
  return model.kind === 'file' ? 'a file of our storage' : "a version at the vendor's"
}

function planned(engine: ProfiledEngine, shots: readonly Shot[], selfies: number): string {
  const framings = new Set(shots.map((shot) => engine.framingOf(shot))).size
  const promised = Math.min(HEADSHOTS_PER_BUNDLE, engine.headshotsFrom(selfies))
  const measured = `${framings} of ${promised}`
  if (framings < promised) throw new Broken('fewer framings than were promised before payment', measured)
  return measured
}

async function renderShots(
  checked: Checked,
  ledger: Ledger,
  order: { model: ModelRef; renders: readonly { id: EngineJobId; shot: Shot }[]; seen: Seen[] },
): Promise<RenderedPicture[]> {
  const { opened, findings, pace, signal } = checked
  const { model, renders, seen } = order
  const { engine } = opened
  const made: RenderedPicture[] = []
  const seconds: number[] = []
  await findings.check('render', async () => {
    for (const { id, shot } of renders) {
      const ordered = enter(ledger, id, 'render')
      const render = { id, model, styleId: STYLE, shot, cares: {}, look: {} } as const
      const way = await follow(
        engine,
        {
          id,
          submit: (until) => engine.submitRender(render, { signal: until }),
          poll: (until) => engine.pollRender(id, { signal: until }),
        },
        { ms: pace.renderMs, pace, signal, isUnheard: unheard(checked, id) },
      )
      ordered.isOver = true
      seen.push(way.seen)
      made.push(outputOf(way.job, 'the picture'))
      seconds.push(way.seconds)
    }
    if (made.length === 0) throw new Broken('there is no shot to make a picture of')
    return seconds.map((each) => inWords(each * 1000)).join(', ')
  })
  return made
}

/** @throws Broken for every other end */
function outputOf<Output>(job: EngineJob<Output>, what: string): Output {
  switch (job.state) {
    case 'succeeded':
      return job.output
    case 'failed':
    case 'refused':
      throw new Broken(`${what} ${job.state}: ${job.message}`, job.state)
    case 'lost':
      throw new Broken(`${what} is lost: its result is gone, or the endpoint does not know of it`, job.state)
    default:
      throw new Broken(`${what} ended as ${job.state}`, job.state)
  }
}

function forward(seen: readonly Seen[]): string {
  const back = seen.flatMap((way) => backwardIn(way) ?? [])
  if (back.length > 0) throw new Broken(back.join('; '))
  return [...new Set(seen.map(wayOf))].join('; ')
}

async function judge(checked: Checked, pictures: readonly RenderedPicture[]): Promise<LikenessRow[]> {
  const { opened, eye, findings, selfies, studioPictures, signal } = checked
  const { check } = findings
  const { profile } = opened.engine
  await check('picture', async () => {
    const sizes = []
    for (const picture of pictures) sizes.push(await sizeOf(picture, profile.can.sizes))
    return [...new Set(sizes)].join(', ')
  })
  await check('mark', async () => {
    const sources = []
    for (const { image } of pictures) sources.push((await readMark(image))?.digitalSourceType ?? 'none')
    const measured = [...new Set(sources.map((source) => source.split('/').at(-1)))].join(', ')
    if (!sources.every((source) => source.endsWith('AlgorithmicMedia')))
      throw new Broken('a picture does not say that it was generated', measured)
    return measured
  })
  const readings = selfies.map(({ reading }) => reading)
  const verdicts: HeadshotVerdict[] = []
  for (const { image, isGenerated } of pictures)
    verdicts.push(await eye.judgeHeadshot(image, { readings, styleId: STYLE, isGenerated }, { signal }))
  const withReason = (reasons: readonly string[]) =>
    verdicts.filter((verdict) => verdict.reasons.some((reason) => reasons.includes(reason))).length
  const further = new Set(
    verdicts.flatMap(({ reasons }) =>
      reasons.filter((each) => ![...NOT_ONE, ...NOT_NEW, ...NOT_ALIKE].includes(each)),
    ),
  )
  await check('face', () => {
    const wrong = withReason(NOT_ONE)
    const gate = further.size > 0 ? `; the gate also says: ${[...further].join(', ')}` : ''
    const measured = `in ${verdicts.length - wrong} of ${verdicts.length}${gate}`
    if (wrong > 0) throw new Broken('a picture has no face, or several', measured)
    return measured
  })
  await check('new', () => {
    const copies = withReason(NOT_NEW)
    const measured = `${verdicts.length - copies} of ${verdicts.length}`
    if (copies > 0) throw new Broken('a picture is one of the selfies once more', measured)
    return measured
  })
  let rows: LikenessRow[] = []
  await check('likeness', async () => {
    const images = pictures.map(({ image }) => image)
    rows = await measureLikeness(profile.name, selfies, images, studioPictures)
    const measured = rows.map(likenessInWords).join('; ')
    const strangers = withReason(NOT_ALIKE)
    if (strangers > 0) {
      throw new Broken(
        `${strangers} of ${verdicts.length} pictures show another person, says the gate`,
        measured,
      )
    }
    return measured
  })
  return rows
}

async function sizeOf(
  picture: RenderedPicture,
  sizes: ProfiledEngine['profile']['can']['sizes'],
): Promise<string> {
  const { image, thumbnail, width, height, sha256 } = picture
  const measured = `${width} x ${height}`
  const [seen, small] = [await sharp(image).metadata(), await sharp(thumbnail).metadata()]
  if (seen.format !== 'jpeg' || seen.width !== width || seen.height !== height)
    throw new Broken(
      'it is no JPEG of the size it is said to have',
      `${measured}, in fact ${seen.width} x ${seen.height}`,
    )
  const isWithin = [width, height].every((side) => side >= sizes.least && side <= sizes.most)
  if (!isWithin) throw new Broken(`its sides are not from ${sizes.least} to ${sizes.most}`, measured)
  if (sha256 !== createHash('sha256').update(image).digest('hex')) throw new Broken('its hash is not its own')
  if (small.format !== 'webp' || small.width !== THUMBNAIL_PX)
    throw new Broken('its thumbnail is not the one that is shown', `${small.format}, ${small.width} px`)
  return measured
}

async function forget(checked: Checked, training: Ordered, model: ModelRef): Promise<string> {
  const { opened, storage, pace, signal } = checked
  const { engine } = opened
  const startedAt = performance.now()
  await persist(() => engine.deleteModel(model), { ms: pace.endMs, pace, signal })
  if (model.kind === 'file') await storage.delete([model.key])
  await engine.deleteModel(model)
  const isThere =
    model.kind === 'file'
      ? (await storage.get(model.key)) !== undefined
      : await engine.readsModel(model, { signal })
  if (isThere) throw new Broken('it was said to be gone, and can be read')
  training.isOver = true
  return `after ${inWords(performance.now() - startedAt)}`
}

/** A canceled order may be paid too, so all count. */
async function tellCost({ opened, findings }: Checked, ledger: Ledger): Promise<void> {
  const { jobs, engine, priceMissing } = opened
  if (priceMissing !== null) return findings.notChecked('cost', priceMissing)
  await findings.check('cost', async () => {
    const records = await Promise.all(ledger.map(async ({ id }) => jobs?.find(id)))
    const costsOf = (kind: VendorJob['kind']) =>
      records.flatMap((job) => (job?.kind === kind && job.state === 'succeeded' ? [job.costMicros] : []))
    const [training = 0] = costsOf('training')
    const pictures = costsOf('render')
    const all = records.reduce((sum, job) => sum + (job?.costMicros ?? 0), 0)
    const measured = `training ${inDollars(training)}, a picture ${inDollars(pictures[0] ?? 0)}, all ${inDollars(all)}`
    if (pictures.includes(0) || (engine.profile.can.trains && training === 0))
      throw new Broken('an order that succeeded has no cost', measured)
    return measured
  })
}

const inDollars = (micros: number): string => `$${(micros / 1_000_000).toFixed(4)}`

/**
 * Ends jobs under way and deletes models, until it is confirmed: also where the command was interrupted, or a model
 * was made of which nothing was heard any more.
 * @throws Broken with what is left
 */
async function leaveNothing({ opened, pace }: Checked, ledger: Ledger): Promise<string> {
  const { engine } = opened
  const { signal } = new AbortController()
  const limits = { ms: pace.endMs, pace, signal }
  const left: string[] = []
  for (const { id, kind } of ledger.filter(({ isOver }) => !isOver)) {
    await persist(async () => {
      const job = kind === 'training' ? await engine.pollTraining(id, { signal }) : null
      if (job?.state === 'succeeded') await engine.deleteModel(job.output)
      else await engine.cancel(id)
    }, limits).catch((error: unknown) => left.push(`the ${kind} ${id}: ${messageOf(error)}`))
  }
  if (left.length > 0) throw new Broken(left.join('; '))
  return `all ${ledger.length} orders ended`
}
