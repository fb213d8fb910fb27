import type { Processing } from '#contract/processing.ts'
import type { EngineProfile } from '#backend/providers/engine/engine-port.ts'

/** A folder of this machine, or a bucket. */
export type StoragePlace = { kind: 'files' } | { kind: 's3'; region: string; company: string | null }

/** The places where pictures are processed and kept, by the settings. Pure. @param takesOrders whether an engine gets new selfies */
export function processingOf(
  profiles: readonly EngineProfile[],
  storage: StoragePlace,
  takesOrders: (profile: EngineProfile) => boolean = () => true,
): Processing {
  const place = storage.kind === 'files' ? 'here' : storage.company === null ? 'own' : 'company'
  return {
    engines: profiles.map((profile) => ({
      name: profile.name,
      trains: profile.can.trains,
      generates: profile.can.generates,
      region: profile.where.region,
      subProcessor: profile.where.subProcessor,
      takesOrders: takesOrders(profile),
      keeps: profile.where.keeps,
      licence: profile.licence.name,
    })),
    storage: {
      place,
      company: storage.kind === 's3' ? storage.company : null,
      region: storage.kind === 's3' ? storage.region : null,
    },
    staysHere: place === 'here' && profiles.every(({ where }) => where.region === 'here'),
  }
}
