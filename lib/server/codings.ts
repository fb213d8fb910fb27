import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib'

/** Best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Below it, what packing saves is less than the packet it travels in. */
export const PACK_MIN_BYTES = 1_400

/** What an `Accept-Encoding` takes (RFC 9110, 12.5.3; a weight of zero refuses), the best of it. */
export function codingFor(accepted: string | undefined): Coding | undefined {
  return CODINGS.find((coding) => TAKES[coding].test(accepted ?? ''))
}

const TAKES: Readonly<Record<Coding, RegExp>> = {
  br: /(?:^|[\s,])br\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i,
  gzip: /(?:^|[\s,])gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i,
}

const PACKABLE = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i

/** Whether an answer of this type gets smaller. */
export function isPackable(contentType: string): boolean {
  return PACKABLE.test(contentType)
}

/** Of Brotli's eleven: what is packed while somebody waits takes no longer than gzip, and is a quarter smaller. */
const SOON = 5

/** @param quality of Brotli, 0 to 11 */
export function brotliOptions(quality = SOON) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
}

export type Packer = BrotliCompress | Gzip

/** Packs while somebody waits. */
export function createPacker(coding: Coding): Packer {
  return coding === 'br' ? createBrotliCompress(brotliOptions()) : createGzip()
}
