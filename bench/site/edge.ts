import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/api/support/free-port.ts'
import { startEdge } from '#tests/support/edge.ts'
import { end } from '../api/processes.ts'
import { met, type Measurement } from '../measurement.ts'
import { answerOf } from './answer.ts'
import { buildSite, startSite } from './built-sites.ts'
import { compareThroughput } from './throughput.ts'

const BAR = 0.75
const PAGE = '/en'
/** As browsers ask. */
const ASKED = { 'accept-encoding': 'gzip, deflate, br' }

/** The home page from the edge's copy, against one nginx serving the very same answer from a file. */
export async function measureEdge(): Promise<Measurement[]> {
  buildSite()
  const site = await startSite()
  const folder = await mkdtemp(join(tmpdir(), 'bench-edge-'))
  const port = await freePort()
  try {
    const answer = await answerOf(site.url + PAGE, ASKED)
    await writeFile(join(folder, 'page'), answer.body)
    // The same process answers for both.
    const edge = await startEdge(site.url, { more: fileServer(folder, port, answer.headers) })
    try {
      const fileUrl = `http://127.0.0.1:${port}/page`
      await answerOf(edge.url + PAGE, ASKED)
      const [kept, filed] = [await answerOf(edge.url + PAGE, ASKED), await answerOf(fileUrl, ASKED)]
      if (kept.headers['x-cache'] !== 'HIT') throw new Error('the edge did not keep the page')
      if (!kept.body.equals(filed.body)) throw new Error('the file is not what the edge answers')
      const [ofEdge, ofFile] = await compareThroughput([
        { url: edge.url + PAGE, pid: edge.pid, headers: ASKED },
        { url: fileUrl, pid: edge.pid, headers: ASKED },
      ])
      const share = ofEdge.perProcessorSecond / ofFile.perProcessorSecond
      return [
        row('home page through the edge', ofEdge),
        row(`the same ${(answer.body.length / 1024).toFixed(0)} kB and headers from a file`, ofFile),
        {
          what: 'edge over file, requests by processor time',
          figure: `${share.toFixed(2)} x`,
          bar: met(share >= BAR, `>= ${BAR} x`),
        },
        {
          what: 'edge over file, requests/s of one that asks as fast as it can',
          figure: `${(ofEdge.perSecond / ofFile.perSecond).toFixed(2)} x`,
          bar: '',
        },
      ]
    } finally {
      await edge.stop()
    }
  } finally {
    await end(site)
    await rm(folder, { recursive: true, force: true })
  }
}

function row(
  what: string,
  { perSecond, perProcessorSecond }: { perSecond: number; perProcessorSecond: number },
) {
  const figure = `${perSecond.toFixed(0)} requests/s, ${perProcessorSecond.toFixed(0)} for a second of nginx's own time`
  return { what, figure, bar: '' }
}

/** Headers that nginx writes itself, or that would be there twice. */
const WRITTEN = new Set([
  ...['date', 'server', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-type'],
  'etag',
])

function fileServer(folder: string, port: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !WRITTEN.has(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  return `server {
        listen 127.0.0.1:${port};
        root ${folder};
        location = /page {
            types {}
            default_type "${headers['content-type'] ?? 'text/html'}";
            ${lines.join('\n            ')}
        }
    }`
}
