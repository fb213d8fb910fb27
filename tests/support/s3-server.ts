import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { extraPackage } from '#scripts/extra-packages.ts'

const BUCKET = 'alpenlicht-tests'

/** What docs ask of an operator's bucket, and no more. https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html */
const corsRules = (origin: string) =>
  `<CORSConfiguration><CORSRule>
    <AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>POST</AllowedMethod>
  </CORSRule></CORSConfiguration>`

/**
 * A server of its own that speaks S3, its objects in a temporary folder.
 * @param siteOrigin the origin whose pages may post to the bucket, with one `*` at most; none by default
 */
export async function startS3Server({ siteOrigin }: { siteOrigin?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 's3-'))
  const rules = join(folder, 'cors.xml')
  if (siteOrigin !== undefined) await writeFile(rules, corsRules(siteOrigin))
  const child = spawn(
    process.execPath,
    [
      // The server encrypts its continuation tokens with DES.
      '--openssl-legacy-provider',
      extraPackage('tests/tools', 's3rver/bin/s3rver.js'),
      ...[
        '--directory',
        join(folder, 'objects'),
        '--address',
        '127.0.0.1',
        '--port',
        '0',
        '--no-vhost-buckets',
      ],
      ...['--configure-bucket', BUCKET, ...(siteOrigin === undefined ? [] : [rules])],
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
  // Unread output would block the server.
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

/** By which a backend keeps its files there. */
export function bucketSettings({
  bucket,
  region,
  endpoint,
  credentials,
}: Awaited<ReturnType<typeof startS3Server>>): Record<string, string> {
  return {
    STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_PATH_STYLE: '1',
    S3_CONDITIONAL_WRITES: '0',
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}
