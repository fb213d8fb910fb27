import type { Config } from './config.ts'
import { createReports } from './features/analytics/service.ts'
import { createExportWork } from './features/account/export-work.ts'
import { createAccountDeletion } from './features/account/deletion.ts'
import { createGeneration } from './features/bundles/generation.ts'
import { createRerolls } from './features/bundles/rerolls.ts'
import type { Bundles } from './features/bundles/service.ts'
import type { Checkout, Refunds } from './features/checkout/service.ts'
import { createCorrections } from './features/directory/corrections.ts'
import type { Discounts } from './features/discounts/service.ts'
import { createEngineRelease } from './features/engine-release.ts'
import { createPersonDeletion } from './features/deletion/confirmation.ts'
import { createHandoffs } from './features/handoff/service.ts'
import { createFinishingWork } from './features/finishing/work.ts'
import { createFiles } from './features/files/service.ts'
import { createMails } from './features/mail/service.ts'
import type { PaymentEvents } from './features/payment-events/service.ts'
import { createRetention } from './features/retention/clock.ts'
import type { Sharing } from './features/sharing/service.ts'
import { createSummaries } from './features/sharing/summaries.ts'
import { createPreviews } from './features/previews/service.ts'
import { createSelfieChecks } from './features/selfies/checks.ts'
import type { Withdrawals } from './features/withdrawals/service.ts'
import { createTrainings } from './features/training/service.ts'
import { createJobHandlers } from './job-handlers.ts'
import type { JobLog } from './jobs/handlers.ts'
import { createRunner } from './jobs/runner.ts'
import type { Analytics } from './providers/analytics/port.ts'
import type { Database } from './providers/database/port.ts'
import type { Metrics } from './providers/metrics/port.ts'
import type { Identity } from './providers/identity/port.ts'
import { createSmtpMailer } from './providers/mail/smtp.ts'
import type { Queue } from './providers/queue/port.ts'
import type { Signer } from './providers/signer/port.ts'
import type { Storage } from './providers/storage/port.ts'
import { createStudioEngine } from './providers/studio/engine.ts'
import { createStudioEye } from './providers/studio/eye.ts'
import { createStudioFinishing } from './providers/studio/finishing.ts'
import { openStudio } from './providers/studio/open.ts'

/** The part of a process that runs jobs; a process that only answers calls never loads this file. */
export async function startWork(deps: {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  bundles: Bundles
  checkout: Checkout
  refunds: Refunds
  paymentEvents: PaymentEvents
  withdrawals: Withdrawals
  sharing: Sharing
  discounts: Discounts
  analytics: Analytics
  identity: Identity
  config: Pick<Config, 'engine' | 'identity' | 'mail' | 'http'>
  log: JobLog
  metrics: Metrics
}): Promise<{ stop(): Promise<void> }> {
  const {
    bundles,
    checkout,
    refunds,
    paymentEvents,
    withdrawals,
    sharing,
    discounts,
    identity,
    config,
    log,
    metrics,
    ...ports
  } = deps
  const { studio, threads } = openStudio(config.engine)
  for (const [name, help, valueOf] of [
    ['studio_cpu_seconds', "Processor time of the studio's processes.", () => studio.usage().cpuMs / 1000],
    [
      'studio_peak_memory_bytes',
      'The highest sum of those that lived together.',
      () => studio.usage().peakMemoryBytes,
    ],
  ] as const) {
    metrics.watch({ name, help, labels: [], read: () => Promise.resolve([{ labels: {}, value: valueOf() }]) })
  }
  const eye = createStudioEye(studio)
  const engine = createStudioEngine({ studio, threads, storage: ports.storage })

  const mailer = createSmtpMailer(config.mail)
  const files = createFiles(ports)

  const trainings = createTrainings({ ...ports, engine })
  const runner = createRunner({
    queue: ports.queue,
    handlers: createJobHandlers({
      selfieChecks: createSelfieChecks({ ...ports, eye }),
      previews: createPreviews({ ...ports, eye }),
      ...{ trainings, bundles, checkout, refunds, paymentEvents, withdrawals, sharing, discounts },
      summaries: createSummaries(ports),
      corrections: createCorrections(ports),
      mails: createMails({ ...ports, identity, mailer, siteUrl: config.http.siteUrl }),
      reports: createReports(ports),
      files,
      accountDeletion: createAccountDeletion({
        ...{ ...ports, engine, identity, files },
        verdictMs: config.identity.verdictMs,
      }),
      exportWork: createExportWork({ ...ports, identity }),
      retention: createRetention(ports),
      engineRelease: createEngineRelease({ engine }),
      generation: createGeneration({ ...ports, engine, eye, modelOf: trainings.modelOf }),
      handoffs: createHandoffs(ports),
      personDeletion: createPersonDeletion({ ...ports, engine, files }),
      rerolls: createRerolls({ ...ports, engine, eye, modelOf: trainings.modelOf }),
      finishing: createFinishingWork({ ...ports, finishing: createStudioFinishing(studio) }),
      log,
    }),
    log,
    metrics,
  })
  await runner.start()

  return {
    /** Gives back what is under way, then ends the studio. */
    async stop() {
      await runner.stop()
      mailer.close()
      await studio.close()
    },
  }
}
