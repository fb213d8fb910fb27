import { request } from 'node:http'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  /** The body as received, compressed if it was. */
  body: Buffer
}

/** The raw answer, byte for byte; `fetch` would decompress it. */
export function answerOf(url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const plain = Object.entries(response.headers).map(([name, value]) => [
          name,
          [value].flat().join(', '),
        ])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(plain) as Record<string, string>, // joined above
          body: Buffer.concat(chunks),
        })
      })
    })
      .on('error', reject)
      .end()
  })
}
