import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#scripts/start/root.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { eventually } from '#tests/api/support/backend.ts'

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']
const START_TIMEOUT_MS = 10_000
const LOGS = 'logs'
/** No process listens there. */
const AWAY = 'http://127.0.0.1:9'

/** The path of nginx on this machine; undefined where it is not installed. */
export function findNginx(): string | undefined {
  return PLACES.find((place) => existsSync(place))
}

export interface Edge {
  url: string
  /** Where the site reaches the API, whichever of its processes answers. */
  innerUrl: string
  /** Everything that nginx wrote: its logs, standard output and standard error. */
  logged(): Promise<string>
  /** The process that answers. */
  pid: number
  stop(): Promise<void>
}

interface Options {
  /** Where the API is, or each of its processes; by default no process answers there. */
  apiUrl?: string | readonly string[]
  gatewaySecret?: string
  /** Lines of the level `http` besides. */
  more?: string
}

/** nginx with the configuration of `deploy/nginx/` before site and API, its copies and logs in a throwaway folder. */
export async function startEdge(siteUrl: string | readonly string[], options: Options = {}): Promise<Edge> {
  const nginx = findNginx()
  if (nginx === undefined) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const [port, innerPort] = [await freePort(), await freePort()]
  await cp(join(root, 'deploy/nginx'), folder, { recursive: true })
  await writeFile(
    join(folder, 'site.conf'),
    await installed(folder, { port, innerPort, siteUrl, ...options }),
  )
  await writeFile(join(folder, 'nginx.conf'), frame(folder, options.more ?? ''))
  for (const name of ['tmp', LOGS]) await mkdir(join(folder, name))
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const gone = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    child.exitCode !== null
      ? Promise.reject(new Error(`nginx did not start\n${said.join('')}`))
      : fetch(`${url}/api/healthz`, { method: 'HEAD' }).then(
          () => true,
          () => false,
        )
  await eventually(answers, (isThere) => isThere, START_TIMEOUT_MS)
  return {
    url,
    innerUrl: `http://127.0.0.1:${innerPort}`,
    pid: workerOf(child.pid ?? 0),
    async logged() {
      const files = await readdir(join(folder, LOGS))
      const texts = await Promise.all(files.map((name) => readFile(join(folder, LOGS, name), 'utf8')))
      return [...texts, ...said].join('\n')
    },
    async stop() {
      child.kill()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The shipped configuration with an operator's changes: its address, those of site and API, its folders. */
async function installed(
  folder: string,
  {
    port,
    innerPort,
    siteUrl,
    apiUrl = AWAY,
    gatewaySecret = 'a-secret-of-a-test-with-32-or-more-letters',
  }: Omit<Options, 'more'> & { port: number; innerPort: number; siteUrl: string | readonly string[] },
): Promise<string> {
  const shipped = await readFile(join(folder, 'site.conf'), 'utf8')
  const choices: [string, string][] = [
    ['/var/cache/nginx/site', join(folder, 'cache')],
    ['server 127.0.0.1:3000;', serversOf(siteUrl)],
    ['server 127.0.0.1:4100;', serversOf(apiUrl)],
    ["default 'replace-me';", `default '${gatewaySecret}';`],
    ['/var/log/nginx/site.log', join(folder, LOGS, 'site.log')],
    ['/var/log/nginx/site-error.log', join(folder, LOGS, 'site-error.log')],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['listen 127.0.0.1:4180;', `listen 127.0.0.1:${innerPort};`],
  ]
  return choices.reduce((text, [standard, chosen]) => {
    if (!text.includes(standard)) throw new Error(`site.conf says nothing of ${standard}`)
    return text.replace(standard, chosen)
  }, shipped)
}

const serversOf = (urls: string | readonly string[]): string =>
  [urls]
    .flat()
    .map((url) => `server ${new URL(url).host.replace('localhost', '127.0.0.1')};`)
    .join(' ')

const frame = (folder: string, more: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http {
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/tmp/${kind};`).join('\n    ')}
    include site.conf;
    ${more}
}
`

function workerOf(masterPid: number): number {
  const children = readFileSync(`/proc/${masterPid}/task/${masterPid}/children`, 'utf8')
  return Number(children.trim().split(' ').at(0))
}
