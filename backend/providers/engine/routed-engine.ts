import { isLook, type StyleNeed } from '#contract/styles.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { BusyEngineError } from './busy-engine-error.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type {
  Engine,
  EngineJob,
  EngineJobId,
  EngineOutlook,
  EngineProfile,
  EnginePromise,
  ModelRef,
  ProfiledEngine,
  Shot,
  StylePromises,
  TrainingOrder,
} from './engine-port.ts'
import { UNDER_WAY, type VendorJob, type VendorJobs } from './jobs-port.ts'

/** Where new orders may go: `eu` are our own machines, wherever they stand, and the European Union. */
export type EngineRegions = 'any' | 'eu'

const EU_REGIONS: readonly EngineProfile['where']['region'][] = ['here', 'own', 'eu']

export function maySend({ where }: EngineProfile, regions: EngineRegions): boolean {
  return regions === 'any' || EU_REGIONS.includes(where.region)
}

/** What holds whichever of the engines does the work: the fewest headshots, and the retouching that each of them can do. */
function leastOf(outlooks: readonly EngineOutlook[]): EnginePromise {
  return {
    headshotsFrom: (goodSelfies) => Math.min(...outlooks.map((one) => one.headshotsFrom(goodSelfies))),
    cares: (outlooks[0]?.cares ?? []).filter((care) => outlooks.every(({ cares }) => cares.includes(care))),
  }
}

/**
 * What of each style the engines promise: looks are made by those that generate. Where an engine that finishes photographs is
 * preferred, the other styles are always finished; else any engine may make them, the studio at the last.
 * @param outlooks those that may have new orders, the preferred first
 */
export function createStylePromises(outlooks: readonly EngineOutlook[]): StylePromises {
  const isMixed = outlooks.some(({ profile }) => profile.can.generates !== outlooks[0]?.profile.can.generates)
  const prefersPhotographs = outlooks[0]?.profile.can.generates === false
  return {
    of(styleId) {
      const needs =
        isLook(styleId) || (!isMixed && !prefersPhotographs)
          ? 'generates'
          : prefersPhotographs
            ? 'finishes'
            : null
      const makers = outlooks.filter(({ profile }) => meets(profile.can, needs))
      if (makers.length === 0) return null
      return { needs, engines: makers.map(({ profile }) => profile.name), ...leastOf(makers) }
    },
  }
}

/**
 * Several engines as one. A training goes to the first engine that may have it and is well, and stays there: its choice is
 * stored before it is submitted. A render goes to the engine that made the model.
 * @param engines the preferred first
 */
export function createRoutedEngine(deps: {
  engines: readonly ProfiledEngine[]
  regions: EngineRegions
  jobs: VendorJobs
  /** Hears of orders that were under way at an engine which is none of these any more: they are paid again. */
  onOrphan?: (engine: string) => void
  now?: () => Date
}): Engine {
  const { engines, regions, jobs, onOrphan, now = () => new Date() } = deps
  const mayTake = engines.filter(({ profile }) => maySend(profile, regions))
  const breakers = new Map(
    engines.map((engine) => [engine, createCircuitBreaker({ now: () => now().getTime() })]),
  )
  /** The jobs that this process submitted; those of others are known by their rows. */
  const submitted = new Map<EngineJobId, ProfiledEngine>()

  const named = (name: string | undefined): ProfiledEngine | undefined =>
    engines.find(({ profile }) => profile.name === name)
  const holderOf = async (id: EngineJobId): Promise<ProfiledEngine | undefined> =>
    named((await jobs.find(id))?.engine) ?? submitted.get(id)
  const makerOf = (model: ModelRef): ProfiledEngine | undefined =>
    engines.find((engine) => engine.madeModel(model))
  const requireMaker = (model: ModelRef): ProfiledEngine => {
    const maker = makerOf(model)
    if (maker) return maker
    throw new UnavailableError('engine', { reason: 'no engine of ENGINES made the model' })
  }
  const plannerOf = (shot: Shot): ProfiledEngine | undefined =>
    engines.find((engine) => engine.plannedShot(shot))

  /** Only what shows that an engine is away or broken counts against it: not that our own storage is. */
  const watched = async (
    id: EngineJobId,
    engine: ProfiledEngine,
    submit: () => Promise<void>,
  ): Promise<void> => {
    try {
      await submit()
      // An order without an answer is looked for; that there is none counts against the engine all the same.
      const row = await jobs.find(id)
      if (row?.state === 'sending') breakers.get(engine)?.failed()
      else if (row?.state !== 'failed') breakers.get(engine)?.succeeded()
    } catch (error) {
      if (isAway(error) && !(error instanceof BusyEngineError)) breakers.get(engine)?.failed()
      throw error
    }
  }

  /** What an operator took out of the list is not asked any more: its order goes to another. */
  const abandonOrder = async (id: EngineJobId): Promise<void> => {
    const row = await jobs.find(id)
    if (row && (await jobs.change(row, { state: 'abandoned' }, UNDER_WAY))) onOrphan?.(row.engine)
  }

  const poll = async <Output>(
    id: EngineJobId,
    pollAt: (engine: ProfiledEngine) => Promise<EngineJob<Output>>,
  ): Promise<EngineJob<Output>> => {
    const holder = await holderOf(id)
    if (!holder) {
      await abandonOrder(id)
      return { state: 'lost' }
    }
    const job = await pollAt(holder)
    if (isOpen(job)) return job
    submitted.delete(id)
    await noteEnd(id, holder, job.state)
    return job
  }

  /** Where an earlier attempt went and still is; else in which order the engines are tried: who failed it comes last. */
  const candidatesFor = async ({ id, needs, agreedTo }: TrainingOrder) => {
    const row = await jobs.find(id)
    const before = named(row?.engine)
    if (row && before && !hasEndedInVain(row)) return { chosen: [before], isNew: false }
    const allowed = mayTake.filter(
      ({ profile: { name, can, where } }) =>
        meets(can, needs) && (where.subProcessor === null || agreedTo.includes(name)),
    )
    const isLast = (engine: ProfiledEngine) => engine === before && row?.state !== 'refused'
    return { chosen: allowed.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))), isNew: true }
  }
  /** Engines on our own machines keep no rows: which of them was chosen is noted for them. */
  const note = async (id: EngineJobId, { profile: { name, where } }: ProfiledEngine): Promise<boolean> => {
    if (where.region !== 'here') return true
    const before = await jobs.find(id)
    if (before?.engine === name && !hasEndedInVain(before)) return true
    const attempt = (before?.attempt ?? 0) + 1
    const order = { id, engine: name, kind: 'training' as const, attempt, details: {}, submittedAt: now() }
    // Another process that runs the same job may have begun it elsewhere meanwhile.
    if ((await jobs.begin(order, null)) !== 'begun') return false
    await jobs.change(order, { state: 'sent' })
    return true
  }
  const noteEnd = async (
    id: EngineJobId,
    { profile: { name, where } }: ProfiledEngine,
    state: EngineJob<unknown>['state'],
  ): Promise<void> => {
    if (where.region !== 'here') return
    const job = await jobs.find(id)
    if (job?.engine !== name || job.state !== 'sent') return
    const isKnown = state === 'succeeded' || state === 'failed' || state === 'refused'
    await jobs.change(job, { state: isKnown ? state : 'abandoned' })
  }

  return {
    ...leastOf(mayTake),
    parallelism: Math.max(...engines.map(({ parallelism }) => parallelism)),

    async submitTraining(order, call) {
      const { chosen, isNew } = await candidatesFor(order)
      const reason = chosen.length === 0 ? 'no engine of ENGINES may have the order' : 'no engine is well'
      let failure = new UnavailableError('engine', { reason })
      for (const engine of chosen) {
        if (isNew && !breakers.get(engine)?.admits()) continue
        try {
          if (!(await note(order.id, engine))) return
          submitted.set(order.id, engine)
          await watched(order.id, engine, () => engine.submitTraining(order, call))
          return
        } catch (error) {
          submitted.delete(order.id)
          // Surely not taken: the next engine may have it.
          if (!isAway(error)) throw error
          await noteEnd(order.id, engine, 'lost')
          failure = error
        }
      }
      throw failure
    },
    pollTraining: (id, call) => poll(id, (engine) => engine.pollTraining(id, call)),

    madeModel: (model) => makerOf(model) !== undefined,
    plannedShot: (shot, model) =>
      engines.some((engine) => (!model || engine.madeModel(model)) && engine.plannedShot(shot)),
    /** A model of an engine that may have no new orders is made anew at one that may. */
    async readsModel(model, call) {
      const maker = makerOf(model)
      return maker !== undefined && mayTake.includes(maker) && (await maker.readsModel(model, call))
    },
    plan: async (model, ...rest) => requireMaker(model).plan(model, ...rest),
    // One of an engine that was taken out of the list is like no other.
    framingOf: (shot) => plannerOf(shot)?.framingOf(shot) ?? JSON.stringify(shot),
    chosen: (shots, choices) => {
      const [first] = shots
      return first === undefined ? [] : (plannerOf(first)?.chosen(shots, choices) ?? [])
    },

    async submitRender(order, call) {
      const maker = requireMaker(order.model)
      if (!maker.plannedShot(order.shot)) throw new Error('another engine planned the shot')
      submitted.set(order.id, maker)
      await watched(order.id, maker, () => maker.submitRender(order, call))
    },
    pollRender: (id, call) => poll(id, (engine) => engine.pollRender(id, call)),

    async nextChange(id, call) {
      await (await holderOf(id))?.nextChange(id, call)
    },
    async cancel(id) {
      const holder = await holderOf(id)
      if (!holder) return
      await holder.cancel(id)
      await noteEnd(id, holder, 'canceled')
      submitted.delete(id)
    },
    async abandon(id) {
      await (await holderOf(id))?.abandon(id)
      submitted.delete(id)
    },
    async deleteModel(model) {
      // A file that no engine knows is deleted like all files; a version elsewhere waits for its engine.
      if (model.kind === 'file') await makerOf(model)?.deleteModel(model)
      else await requireMaker(model).deleteModel(model)
    },
  }
}

function meets({ generates }: EngineProfile['can'], needs: StyleNeed | null): boolean {
  return needs === null || (needs === 'generates') === generates
}

function isAway(error: unknown): error is UnavailableError {
  return error instanceof UnavailableError && error.port === 'engine'
}

function isOpen({ state }: EngineJob<unknown>): boolean {
  return state === 'queued' || state === 'running' || state === 'unknown'
}

/** Also of one that waits: nothing of it was sent yet. */
function hasEndedInVain({ state }: VendorJob): boolean {
  return state === 'waiting' || state === 'failed' || state === 'abandoned' || state === 'refused'
}
