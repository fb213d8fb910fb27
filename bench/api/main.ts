import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { startIdentityEmulator } from '#tests/api/support/identity.ts'
import { met, ms, type Measurement } from '../measurement.ts'
import { compareLatency } from './latency.ts'
import { load } from './load.ts'
import { end, startApi } from './processes.ts'
import { openServer, seeded } from './server.ts'
import { statementOf } from './statement.ts'
import { FILES, UPLOADERS, uploadAtOnce } from './uploads.ts'

const [FEW, MANY] = [10_000, 1_000_000]
const CONNECTIONS = 10
const GET_ALL = endpoints.getPersons.path
const BARS = { share: 0.5, growth: 1.3, uploadMb: 150 }

/** The API against a bare route, against its own size and under uploads. */
export async function measureApi(): Promise<Measurement[]> {
  const server = await openServer()
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'))
  const identity = await startIdentityEmulator()
  try {
    const [few, many] = [await seeded(server, FEW), await seeded(server, MANY)]
    const [ofFew, ofMany] = [
      await startApi(few, join(folder, 'few'), identity.host),
      await startApi(many, join(folder, 'many'), identity.host),
    ]
    const share = await shareOfBareRoute(many, ofMany.url, join(folder, 'overview'))
    const [fewMs, manyMs] = await compareLatency([ofFew.url + GET_ALL, ofMany.url + GET_ALL], {
      connections: 1,
      rounds: 150,
      pauseMs: 0,
    })
    await end(ofMany)
    const uploadMb = await uploadAtOnce(ofFew)
    await end(ofFew)
    return [
      ...share,
      ms('get_all at 10,000 headshots, median', fewMs),
      ms('the same at 1,000,000', manyMs, met(manyMs / fewMs <= BARS.growth, `<= ${BARS.growth} x`)),
      {
        what: `memory the API gains while ${UPLOADERS} users send ${FILES} files of 15 MB each`,
        figure: `${uploadMb.toFixed(0)} MB`,
        bar: met(uploadMb < BARS.uploadMb, `< ${BARS.uploadMb} MB`),
      },
    ]
  } finally {
    await identity.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function shareOfBareRoute(databaseUrl: string, apiUrl: string, folder: string): Promise<Measurement[]> {
  const bare = fork(join(import.meta.dirname, 'bare-route.ts'))
  bare.send(await statementOf(databaseUrl, folder))
  const [bareUrl] = z.tuple([z.string()]).parse((await once(bare, 'message')).slice(0, 1))
  const headersOf = (uid: string) => ({ uid })
  const ofBare = await load({ url: bareUrl, path: '/', connections: CONNECTIONS, headersOf })
  await end({ child: bare })
  const ofApi = await load({ url: apiUrl, path: GET_ALL, connections: CONNECTIONS })
  const share = ofApi / ofBare
  const rate = (what: string, perSecond: number) => ({
    what,
    figure: `${perSecond.toFixed(0)} requests/s`,
    bar: '',
  })
  return [
    rate('get_all, 20 persons with 240 headshots, among a million', ofApi),
    rate('a bare Fastify route with the same statement, prepared too', ofBare),
    {
      what: 'get_all over the bare route',
      figure: `${share.toFixed(2)} x`,
      bar: met(share >= BARS.share, `>= ${BARS.share} x`),
    },
  ]
}
