import { readFileSync } from 'node:fs'
import { instantiate } from './built/kernels.js'

/** A place in the kernels' memory, bytes from its start. */
export type Pointer = number & { readonly __place: unique symbol }

/** The place so many float32 further on. */
export function ahead(at: Pointer, count: number): Pointer {
  return (at + 4 * count) as Pointer
}

const url = new URL('./built/kernels.wasm', import.meta.url)

/**
 * What `assembly/` exports: loops over whole planes, compiled by `npm run kernels`. Planes are float32, masks and colours
 * bytes, row by row.
 */
export const kernels = await instantiate(new WebAssembly.Module(readFileSync(url)), {})

const PAGE = 65_536
/** Vector loads may read past the end of a requested block, by less than their 16 bytes. */
const SPARE = 32

type Values = Float32Array | Int32Array | Uint8Array

let top: number = kernels.heapBase()

function place(bytes: number): Pointer {
  const at = Math.ceil(top / 16) * 16
  top = at + bytes + SPARE
  const missing = top - kernels.memory.buffer.byteLength
  if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE))
  return at as Pointer
}

function write(at: Pointer, values: Values): void {
  bytesAt(at, values.byteLength).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
}

function put(...parts: readonly Values[]): Pointer {
  const at = place(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let to: number = at
  for (const part of parts) {
    write(to as Pointer, part)
    to += part.byteLength
  }
  return at
}

function zeroBytes(count: number): Pointer {
  const at = place(count)
  bytesAt(at, count).fill(0)
  return at
}

function bytesAt(at: Pointer, count: number): Uint8Array {
  return new Uint8Array(kernels.memory.buffer, at, count)
}

/** Memory of the kernels, as long as `withRoom` runs. */
const room = {
  /** So many bytes, of any content. */
  bytes: place,
  zeroBytes,
  /** So many float32, of any content. */
  floats: (count: number) => place(count * 4),
  /** A copy of the values, one array behind the other. */
  put,
  /** The values, copied to where room was made for them. */
  write,
  takeFloats: (at: Pointer, count: number) => new Float32Array(kernels.memory.buffer, at, count).slice(),
  takeBytes: (at: Pointer, count: number) => bytesAt(at, count).slice(),
}

export type Room = typeof room

/** Runs work in the kernels' memory, then releases everything placed there. Not for promises: rooms form a stack. */
export function withRoom<T>(work: (room: Room) => T): T {
  const before = top
  try {
    return work(room)
  } finally {
    top = before
  }
}
