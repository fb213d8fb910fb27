import type { Processing } from '#contract/processing.ts'
import type { EngineProfile } from '#backend/providers/engine/engine-port.ts'

/** A folder of this machine, or a bucket. */
export type StoragePlace = { kind: 'files' } | { kind: 's3'; region: string; company: string | null }

/** What the settings say about where pictures are. Pure. */
export function processingOf(profiles: readonly EngineProfile[], storage: StoragePlace): Processing {
  const place = storage.kind === 'files' ? 'here' : storage.company === null ? 'own' : 'company'
  return {
    engines: profiles.map(({ name, can, where, licence }) => ({
      name,
      trains: can.trains,
      region: where.region,
      subProcessor: where.subProcessor,
      keeps: where.keeps,
      licence: licence.name,
    })),
    storage: {
      place,
      company: storage.kind === 's3' ? storage.company : null,
      region: storage.kind === 's3' ? storage.region : null,
    },
    staysHere: place === 'here' && profiles.every(({ where }) => where.region === 'here'),
  }
}
