import { z } from 'zod'

/** What the starter tells its watchdog, one JSON object a line. */
export const WatchdogCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('guard'), instancePath: z.string() }),
  z.object({ do: z.literal('add'), groupId: z.number().int().positive() }),
  z.object({ do: z.literal('export'), hubUrl: z.string(), authDir: z.string() }),
  z.object({ do: z.literal('release') }),
])
export type WatchdogCommand = z.infer<typeof WatchdogCommand>
