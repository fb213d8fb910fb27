import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const BUCKET = 'alpenlicht-tests'

/** A server of its own that speaks S3, its objects in a temporary folder. */
export async function startS3Server() {
  const folder = await mkdtemp(join(tmpdir(), 's3-'))
  const home = dirname(createRequire(import.meta.url).resolve('s3rver/package.json'))
  const child = spawn(
    process.execPath,
    [
      // It encrypts its continuation tokens by DES.
      '--openssl-legacy-provider',
      join(home, 'bin', 's3rver.js'),
      ...['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--no-vhost-buckets'],
      ...['--configure-bucket', BUCKET],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const gone = once(child, 'exit')
  let endpoint = ''
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    const address = /listening on (\S+:\d+)/.exec(line)?.[1]
    if (address === undefined) continue
    endpoint = `http://${address}`
    break
  }
  if (endpoint === '') throw new Error(`the S3 server did not start: ${said.join('\n')}`)
  // Unread output would halt it.
  child.stdout.resume()
  return {
    endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async close() {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
