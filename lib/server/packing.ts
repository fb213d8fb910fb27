import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { codingFor, createPacker, isPackable, PACK_MIN_BYTES, type Coding, type Packer } from './codings.ts'

/** A few hundred pages, each in the codings it is asked for in. */
const COPIES_MAX_BYTES = 64 * 1024 * 1024

type Send = Pick<ServerResponse, 'write' | 'end'>

/**
 * Packs what is answered through it. What comes whole and says by an `ETag` what it is (every page made ahead) is packed
 * once and then sent from memory, unpacked too: turning Next's text into bytes is a good part of what answering costs.
 * What comes in parts is packed and handed on part by part.
 */
export function createPacking(): (request: IncomingMessage, response: ServerResponse) => void {
  const copies = new LRUCache<string, Buffer>({
    maxSize: COPIES_MAX_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  })
  return (request, response) => {
    const coding = codingFor(request.headers['accept-encoding']?.toString())
    const plain: Send = { write: response.write.bind(response), end: response.end.bind(response) }
    const writeHead = response.writeHead.bind(response)
    let packer: Packer | undefined
    let isEnding = false
    const beginParts = () => {
      if (packer !== undefined || isEnding || response.headersSent || request.method === 'HEAD') return
      if (!mayBePacked(response)) return
      vary(response)
      if (coding !== undefined && !isShort(response)) packer = openPacker(response, coding, plain)
    }

    // All three are called in several ways, which are handed on as they came.
    response.writeHead = (...rest: unknown[]) => {
      // The headers of what comes in parts may be sent before the first of them; those given here are past changing.
      if (rest.length === 1) beginParts()
      Reflect.apply(writeHead, response, rest)
      return response
    }

    response.write = (...rest: unknown[]) => {
      beginParts()
      if (packer !== undefined) return packer.write(rest[0])
      return Boolean(Reflect.apply(plain.write, response, rest))
    }

    response.end = (...rest: unknown[]) => {
      const [chunk] = rest
      if (packer !== undefined) {
        packer.end(chunk)
        return response
      }
      isEnding = true
      const isText = typeof chunk === 'string' || Buffer.isBuffer(chunk)
      const mayChange = !response.headersSent && request.method === 'GET'
      if (mayChange && response.statusCode === 304) vary(response)
      if (!isText || !mayChange || !mayBePacked(response)) {
        Reflect.apply(plain.end, response, rest)
        return response
      }
      vary(response)
      const wanted = chunk.length < PACK_MIN_BYTES ? undefined : coding
      const name = nameOf(request, response, wanted)
      const kept = name === undefined ? undefined : copies.get(name)
      const keep = (bytes: Buffer) => {
        if (name !== undefined) copies.set(name, bytes)
        return bytes
      }
      if (wanted === undefined) return plain.end(kept ?? keep(Buffer.from(chunk)))
      if (kept === undefined) {
        packer = openPacker(response, wanted, plain, keep)
        // Whoever handed it over sees that it is being answered.
        response.flushHeaders()
        packer.end(chunk)
        return response
      }
      markPacked(response, wanted)
      response.setHeader('content-length', kept.length)
      return plain.end(kept)
    }
  }
}

/** @param keep is handed all of it once it was sent */
function openPacker(
  response: ServerResponse,
  coding: Coding,
  { write, end }: Send,
  keep?: (bytes: Buffer) => void,
): Packer {
  markPacked(response, coding)
  const packer = createPacker(coding)
  const parts: Buffer[] = []
  packer.on('data', (part: Buffer) => {
    if (keep) parts.push(part)
    if (!write(part)) packer.pause()
  })
  packer.on('end', () => {
    end()
    keep?.(Buffer.concat(parts))
  })
  packer.on('drain', () => response.emit('drain'))
  packer.on('error', () => response.destroy())
  response.on('drain', () => {
    if (!response.writableNeedDrain) packer.resume()
  })
  response.once('close', () => packer.destroy())
  // By this name Next asks that what is ready is sent now.
  const flush = () => packer.flush(coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : undefined)
  Object.assign(response, { flush })
  return packer
}

/** Undefined for what does not say what it is. */
function nameOf({ url = '' }: IncomingMessage, response: ServerResponse, coding: Coding | undefined) {
  const tag = response.getHeader('etag')?.toString()
  return tag === undefined ? undefined : `${url.split('?')[0] ?? ''} ${tag} ${coding ?? 'plain'}`
}

function mayBePacked(response: ServerResponse): boolean {
  const type = response.getHeader('content-type')?.toString() ?? ''
  const isWhole = response.statusCode !== 206 && !response.hasHeader('content-encoding')
  const mayChange = response.getHeader('cache-control')?.toString().includes('no-transform') !== true
  return isWhole && mayChange && isPackable(type)
}

function isShort(response: ServerResponse): boolean {
  return Number(response.getHeader('content-length') ?? Infinity) < PACK_MIN_BYTES
}

function vary(response: ServerResponse): void {
  const said = response.getHeader('vary')
  const names = (Array.isArray(said) ? said.join(', ') : said?.toString()) ?? ''
  if (/\baccept-encoding\b/i.test(names)) return
  response.setHeader('vary', names === '' ? 'Accept-Encoding' : `${names}, Accept-Encoding`)
}

/** The tag of what is packed says the same as the plain one's, but not byte for byte (RFC 9110, 8.8.3.3). */
function markPacked(response: ServerResponse, coding: Coding): void {
  response.setHeader('content-encoding', coding)
  response.removeHeader('content-length')
  const tag = response.getHeader('etag')?.toString()
  if (tag?.startsWith('"') === true) response.setHeader('etag', `W/${tag}`)
}
