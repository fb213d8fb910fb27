import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#contract/endpoints.ts'
import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { PROJECT_ID, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { startEdge } from '#tests/support/edge.ts'
import { compareLatency } from '../api/latency.ts'
import { end, GATEWAY_SECRET, startApi } from '../api/processes.ts'
import { openServer, seeded } from '../api/server.ts'
import { met, ms, type Measurement } from '../measurement.ts'
import { buildSite, startSite } from './built-sites.ts'

const HEADSHOTS = 10_000
const CONNECTIONS = 50
const BAR_MS = 1
/** A read of one row, so that the hop is not lost in the work. */
const SMALL_READ = endpoints.getReferralCredits.path
const LOAD = { connections: CONNECTIONS, rounds: 60, pauseMs: 1_000 }

/** What a call costs on its two ways through a server before the API: the edge, and the site's route handler. */
export async function measureApiEdge(): Promise<Measurement[]> {
  buildSite()
  const server = await openServer()
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-edge-'))
  const identity = await startIdentityEmulator()
  try {
    const api = await startApi(await seeded(server, HEADSHOTS), folder, identity.host)
    const site = await startSite({
      BACKEND_URL: api.url,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    })
    const edge = await startEdge(site.url, { apiUrl: api.url, gatewaySecret: GATEWAY_SECRET })
    try {
      const through = (url: string) =>
        compareLatency([api.url + SMALL_READ, url + GATEWAY_PREFIX + SMALL_READ], LOAD)
      const [directMs, edgeMs] = await through(edge.url)
      const [besideMs, handlerMs] = await through(site.url)
      return [
        ms(`a small read, called directly by ${CONNECTIONS} at once, median`, directMs),
        ms('the same through the edge', edgeMs),
        ms('what the edge adds', edgeMs - directMs, met(edgeMs - directMs <= BAR_MS, `<= ${BAR_MS} ms`)),
        ms("the same through the site's route handler", handlerMs),
        ms('what the route handler adds', handlerMs - besideMs),
      ]
    } finally {
      await edge.stop()
      await Promise.all([end(site), end(api)])
    }
  } finally {
    await identity.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
