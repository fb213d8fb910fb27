import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { WORK_ROLES } from '#backend/jobs/catalogue.ts'
import { choosePorts } from '#scripts/start/ports.ts'
import { startMember } from '#tests/cluster/support/processes.ts'
import { startSecondSite } from '#tests/support/second-site.ts'

const SITES = 2
const APIS = 2
/** Of a release: the backend with a scripted studio. */
const ENTRY = 'tests/load/orders/backend.ts'

interface Running {
  kill: () => Promise<void>
  /** @returns 0 where it ended as it should */
  end: () => Promise<number | null>
}

/** A process and its place behind the edge, whichever release it runs. */
export interface Place {
  name: string
  /** Where calls of the edge go; undefined of a worker. */
  address: string | undefined
  start: (release: string) => Promise<Running>
}

export type Fleet = Awaited<ReturnType<typeof planFleet>>

/** Addresses first, because the edge has to know them before a process runs. */
export async function planFleet(logs: string) {
  // Below the range of outgoing connections, which might take a port while its process starts anew.
  const from = 10_000 + Math.floor(Math.random() * 20_000)
  const wishes = Array.from({ length: SITES + APIS }, (_, index) => ({ name: 'fleet', port: from + index }))
  const ports = (await choosePorts(wishes)).map(({ port }) => port)
  const [sitePorts, apiPorts] = [ports.slice(0, SITES), ports.slice(SITES)]
  const addressOf = (port: number) => `127.0.0.1:${port}`
  const running = new Map<string, Running>()
  const places: Place[] = []
  let backendEnvironment: Readonly<Record<string, string>> = {}
  let release = root

  const member = (name: string, role: string, port?: number): Place => ({
    name,
    address: port === undefined ? undefined : addressOf(port),
    async start(from) {
      const log = createWriteStream(join(logs, `${name}.log`), { flags: 'a' })
      const started = await startMember(role, backendEnvironment, {
        entry: join(from, ENTRY),
        ...(port !== undefined && { port }),
        onLine: (line) => log.write(`${line}\n`),
      })
      return { kill: started.kill, end: started.end }
    },
  })
  const starting = new Set<Promise<unknown>>()
  let isClosed = false
  const begin = async (place: Place) => {
    if (isClosed) throw new Error(`${place.name} does not begin: the drill ends`)
    const started = place.start(release)
    starting.add(started)
    running.set(place.name, await started.finally(() => starting.delete(started)))
  }
  const runningAs = ({ name }: Place): Running => {
    const found = running.get(name)
    if (!found) throw new Error(`${name} does not run`)
    return found
  }

  return {
    siteUrls: sitePorts.map((port) => `http://${addressOf(port)}`),
    apiUrls: apiPorts.map((port) => `http://${addressOf(port)}`),
    places,

    /** What every process of the backend, and the step before them, finds in its environment. */
    configure(environment: Readonly<Record<string, string>>): void {
      backendEnvironment = environment
    },

    /**
     * Starts every process.
     * @param options.site what those of the site find in their environment
     * @param options.release the folder of the release that the backend is of at first
     */
    async start(options: { site: Readonly<Record<string, string>>; release: string }): Promise<void> {
      ;({ release } = options)
      places.push(
        ...sitePorts.map((port, index): Place => ({
          name: `site-${index + 1}`,
          address: addressOf(port),
          async start() {
            const { close: kill, end } = await startSecondSite({ ...options.site }, { port })
            // Next says by this code that it was asked to end, and did so when nothing was under way.
            return { kill, end: async () => ((await end()) === 143 ? 0 : 1) }
          },
        })),
        ...apiPorts.map((port, index) => member(`api-${index + 1}`, 'api', port)),
        ...WORK_ROLES.map((role) => member(role, role)),
      )
      await Promise.all(places.map(begin))
    },

    /** kill -9, and a start as whatever watches over it does. */
    async kill(place: Place): Promise<void> {
      await runningAs(place).kill()
      await begin(place)
    },

    /** What is started from now on is of this release. */
    turnTo(folder: string): void {
      release = folder
    },

    /** Asks a process to end, and starts it anew. @returns 0 where it ended as it should */
    async replace(place: Place): Promise<number | null> {
      const code = await runningAs(place).end()
      await begin(place)
      return code
    },

    /** The step before a release: `npm run db:migrate` of its folder. */
    async migrate(folder: string): Promise<void> {
      const step = spawn(process.execPath, [join(folder, 'scripts/migrate.ts')], {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', ...backendEnvironment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = (await once(step, 'exit')) as [number | null]
      if (code !== 0) throw new Error(`the migrations ended with ${code}`)
    },

    async close(): Promise<void> {
      isClosed = true
      // Where one did not start, others are on their way.
      await Promise.allSettled([...starting])
      await Promise.all([...running.values()].map(({ kill }) => kill()))
    },
  }
}
