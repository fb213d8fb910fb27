import type { Instrumentation } from 'next'
import type { ErrorReports } from '#contract/error-reports.ts'
import { readSentryDsn } from '#lib/env.ts'

let opened: Promise<ErrorReports | undefined> | undefined

/** Loaded with the first error only, and never where errors are not reported. */
async function open(): Promise<ErrorReports | undefined> {
  const dsn = readSentryDsn()
  if (dsn === undefined) return undefined
  const { openErrorReports } = await import('#contract/error-reports.ts')
  return openErrorReports(dsn, { service: 'site' })
}

/** Reports an error of a page or a route handler, with its route: the address carries tokens and names. */
export const reportRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  const reports = await (opened ??= open())
  if (!reports || !(error instanceof Error)) return
  const { name, message, stack } = error
  reports.report({ name, message, stack }, { route: context.routePath, kind: context.routeType })
}
