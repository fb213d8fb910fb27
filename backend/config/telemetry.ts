import { z } from 'zod'

/** Services that calls, jobs and errors are reported to, beside metrics and log. */
export const Telemetry = z
  .object({
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url()
      .optional()
      .describe(
        'Where traces go, by OTLP over HTTP; without it nothing is traced. `OTEL_EXPORTER_OTLP_HEADERS` is sent with them.',
      ),
    TRACED_SHARE: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Which share of the calls is traced, with the jobs they enqueue: 0 to 1.'),
    SENTRY_DSN: z
      .url()
      .optional()
      .describe(
        'Where errors go, to Sentry or what speaks its protocol; without it they are in the log alone.',
      ),
  })
  .transform((env) => ({
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : { share: env.TRACED_SHARE },
    sentryDsn: env.SENTRY_DSN,
  }))
