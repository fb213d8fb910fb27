import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Copy } from './snapshot.ts'

/** `checked`: all selfies are, and the samples are there · `finished`: has a bundle besides · `crowded`: of many headshots */
export const KINDS = ['checked', 'finished', 'crowded'] as const
export type Kind = (typeof KINDS)[number]

/** Headshots of a `crowded` person. */
export const CROWD = 200

const Claimed = z.object({ uid: z.string(), personId: z.string(), bundleId: z.string().nullable() })

const folderOf = (dataDir: string, kind: Kind) => join(dataDir, 'people/free', kind)

/** Marks a seeded person as available. */
export function offerPerson(dataDir: string, kind: Kind, copy: Copy): void {
  const folder = folderOf(dataDir, kind)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, copy.uid), JSON.stringify(copy))
}

/** A seeded person for this test alone, also among several processes; undefined when none is left. */
export function claimPerson(dataDir: string, kind: Kind): Copy | undefined {
  const folder = folderOf(dataDir, kind)
  for (const uid of readdirSync(folder)) {
    const taken = join(dataDir, 'people', uid)
    try {
      renameSync(join(folder, uid), taken)
    } catch {
      // Another one was first.
      continue
    }
    return Claimed.parse(JSON.parse(readFileSync(taken, 'utf8')))
  }
  return undefined
}
