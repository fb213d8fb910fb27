import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { SITE_SERVER } from '#scripts/start/build-site.ts'
import { choosePorts, LOCAL_HOST } from '#scripts/start/ports.ts'
import { eventually } from '#tests/api/support/backend.ts'

const START_TIMEOUT_MS = 60_000
/** An address on which no server listens. */
const AWAY = `http://${LOCAL_HOST}:9`

async function anyPort(): Promise<number> {
  const [choice] = await choosePorts([
    { name: 'second site', port: 45_000 + Math.floor(Math.random() * 5_000) },
  ])
  return choice?.port ?? 0
}

/** Another process of the site on the same build and the same made pages, whose backend is away unless `env` names one. */
export async function startSecondSite(
  env: Record<string, string> = {},
  { port: wanted }: { port?: number } = {},
) {
  const port = wanted ?? (await anyPort())
  const child = spawn(process.execPath, [SITE_SERVER], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      HOSTNAME: LOCAL_HOST,
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      BACKEND_URL: AWAY,
      GATEWAY_SECRET: 'of-a-second-site-in-a-browser-test',
      FIREBASE_PROJECT_ID: 'demo-second',
      FIREBASE_AUTH_EMULATOR_HOST: AWAY.slice('http://'.length),
      ...env,
    },
  })
  const gone = once(child, 'exit')
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const answers = () =>
    fetch(`http://${LOCAL_HOST}:${port}/api/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(answers, (isThere) => isThere || child.exitCode !== null, START_TIMEOUT_MS).catch(
    (error: unknown) => {
      child.kill('SIGKILL')
      throw error
    },
  )
  if (child.exitCode !== null) throw new Error(said.join(''))
  return {
    url: `http://localhost:${port}`,
    async close() {
      child.kill('SIGKILL')
      await gone
    },
    /** Asks it to end, and waits until it did. @returns its exit code; null where a signal ended it */
    async end() {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
  }
}

const Batch = z.object({
  batch: z.array(z.looseObject({ event: z.string(), properties: z.record(z.string(), z.unknown()) })),
})

/** A stand-in for the analytics service: records the names and properties of received events. */
export async function startCapture() {
  const events: { event: string; properties: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void keep(Buffer.concat(chunks)).then(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}')
      })
    })
  })
  async function keep(body: Buffer) {
    const text =
      body[0] === 0x1f && body[1] === 0x8b
        ? await new Response(
            new Blob([new Uint8Array(body)]).stream().pipeThrough(new DecompressionStream('gzip')),
          ).text()
        : body.toString()
    const json: unknown = JSON.parse(
      text.startsWith('data=') ? Buffer.from(decodeURIComponent(text.slice(5)), 'base64').toString() : text,
    )
    events.push(...Batch.parse(json).batch)
  }
  server.listen(0, LOCAL_HOST)
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://${LOCAL_HOST}:${port}`,
    events,
    close: () => server.close(),
  }
}
