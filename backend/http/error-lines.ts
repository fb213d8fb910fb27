import type { DestinationStream } from 'pino'
import { z } from 'zod'
import type { ErrorReports, ReportedError } from '#contract/error-reports.ts'

const DescribedError: z.ZodType<ReportedError> = z.lazy(() =>
  z.object({
    name: z.string(),
    message: z.string(),
    stack: z.string().optional(),
    cause: DescribedError.optional(),
  }),
)
/** A line of the log about an error. The fields listed here are reported; all its others stay in the log. */
const ErrorLine = z.object({
  err: z.intersection(DescribedError, z.object({ isAway: z.boolean().default(false) })),
  msg: z.string(),
  code: z.string().optional(),
  job: z.string().optional(),
  /** Of the backend. */
  part: z.string().optional(),
  traceId: z.string().optional(),
})

/** Takes the log's lines about errors, and reports them, but for those about services that are away: metrics count these. */
export function errorLines({ report }: Pick<ErrorReports, 'report'>): DestinationStream {
  return {
    write(line) {
      const parsed = ErrorLine.safeParse(JSON.parse(line))
      if (!parsed.success) return
      const { err, msg, ...tags } = parsed.data
      if (err.isAway) return
      report(err, { said: msg, ...tags })
    },
  }
}
