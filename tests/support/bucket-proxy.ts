import { createServer, request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a bucket, as it came. */
export interface BucketRequest {
  method: string
  /** Of the bucket, a slash, and the key. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Instead of the bucket's; `silence` accepts the request and never answers, `stall` stops after the first byte of a file. */
type BucketAnswer = { status: number; xml?: string } | 'silence' | 'stall'

/** An error as S3 says it. */
export const s3Error = (status: number, code: string): BucketAnswer => ({
  status,
  xml: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/** Stands before a server that speaks S3: a test answers some requests in its place, and sees all of them. */
export async function startBucketProxy(endpoint: string) {
  const behind = new URL(endpoint)
  const seen: BucketRequest[] = []
  const control = { answer: (_request: BucketRequest): BucketAnswer | undefined => undefined }
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '/', headers } = incoming
      const { pathname, searchParams } = new URL(url, endpoint)
      const body = Buffer.concat(chunks)
      const request = {
        method,
        path: decodeURIComponent(pathname).slice(1),
        query: searchParams,
        headers,
        body,
      }
      seen.push(request)
      const answer = control.answer(request)
      if (answer === 'silence') return
      if (answer === 'stall') {
        outgoing.writeHead(200, { 'content-length': 2 }).write('a')
        return
      }
      if (answer) {
        outgoing.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.xml)
        return
      }
      // The signature covers the host as it was called.
      const passed = send(
        { host: behind.hostname, port: behind.port, method, path: url, headers },
        (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(outgoing)
        },
      )
      passed.on('error', () => outgoing.destroy())
      passed.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    control,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
