import { createRequire } from 'node:module'
import { z } from 'zod'
import { extraPackage } from '#scripts/extra-packages.ts'

interface Options {
  url: string
  connections: number
  /** In seconds. */
  duration: number
  headers?: Record<string, string>
  /** One after the other, by each connection. */
  requests?: readonly { method: 'GET'; path: string; headers: Record<string, string> }[]
}

const Result = z.object({
  non2xx: z.number(),
  errors: z.number(),
  /** In seconds. */
  duration: z.number(),
  requests: z.object({ average: z.number(), total: z.number() }),
})

const Load = z.custom<(options: Options) => Promise<unknown>>((value) => typeof value === 'function')

/** Asks a server as fast as it answers. https://github.com/mcollina/autocannon#autocannonopts-cb */
export async function autocannon(options: Options): Promise<z.output<typeof Result>> {
  const load = Load.parse(createRequire(import.meta.url)(extraPackage('bench/tools', 'autocannon')))
  return Result.parse(await load(options))
}
