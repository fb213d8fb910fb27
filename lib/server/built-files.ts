import type { IncomingMessage, ServerResponse } from 'node:http'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { brotliOptions, codingFor, CODINGS, PACK_MIN_BYTES, type Coding } from './codings.ts'

/** Below Next's folder of a build: scripts and styles of `static/`, packed as small as can be. */
const FOLDER = 'packed'
const TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
}
const PATTERN = 'static/**/*.{js,css}'
/** Their names change with what is in them. */
const KEEP = 'public, max-age=31536000, immutable'

const tightly: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(constants.BROTLI_MAX_QUALITY)),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** At the end of a build. */
export async function packBuiltFiles(distDir: string): Promise<void> {
  await rm(join(distDir, FOLDER), { recursive: true, force: true })
  for await (const file of glob(PATTERN, { cwd: distDir })) {
    const bytes = await readFile(join(distDir, file))
    if (bytes.length < PACK_MIN_BYTES) continue
    const packed = join(distDir, FOLDER, file)
    await mkdir(dirname(packed), { recursive: true })
    await Promise.all(
      CODINGS.map(async (coding) => writeFile(`${packed}.${coding}`, await tightly[coding](bytes))),
    )
  }
}

interface BuiltFile {
  type: string
  packed: Readonly<Record<Coding, Buffer>>
}

/**
 * What the build packed, from memory; everything else, a piece of a file among it, is left to Next.
 * @returns whether it was answered
 */
export type ServeBuiltFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

/** @param headers of every answer */
export async function readBuiltFiles(
  distDir: string,
  headers: Readonly<Record<string, string>>,
): Promise<ServeBuiltFile> {
  const files = new Map<string, BuiltFile>()
  const folder = join(distDir, FOLDER)
  for await (const file of glob(`${PATTERN}.br`, { cwd: folder })) {
    const name = file.replace(/\.br$/, '')
    const [br, packedGzip] = await Promise.all(
      CODINGS.map((coding) => readFile(join(folder, `${name}.${coding}`))),
    )
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (br === undefined || packedGzip === undefined || type === undefined) continue
    files.set(`/_next/${name}`, { type, packed: { br, gzip: packedGzip } })
  }
  return ({ method, headers: { 'accept-encoding': accepted, range } }, response, path) => {
    const coding = codingFor(accepted?.toString())
    const file = files.get(path)
    if (method !== 'GET' || range !== undefined || coding === undefined || file === undefined) return false
    const bytes = file.packed[coding]
    response.writeHead(200, {
      ...headers,
      'content-type': file.type,
      'content-encoding': coding,
      'content-length': bytes.length,
      'cache-control': KEEP,
      vary: 'Accept-Encoding',
    })
    response.end(bytes)
    return true
  }
}
