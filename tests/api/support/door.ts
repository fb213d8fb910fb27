import { createFeatures } from '#backend/feature-list.ts'
import { handlersOf, type FeatureDeps } from '#backend/features/feature.ts'
import { createHandoffs } from '#backend/features/phone-upload/phone-upload-service.ts'
import { createSharing } from '#backend/features/sharing/sharing-service.ts'
import { ADMISSION_RULES, createAdmission } from '#backend/http/admission.ts'
import { createApp } from '#backend/http/app.ts'
import { serve, type ServedCall } from '#backend/http/call.ts'
import { createHealth } from '#backend/http/health.ts'
import { createLog } from '#backend/http/log.ts'
import { createFirebaseIdentity } from '#backend/providers/identity/firebase.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { createMemoryLimiter } from '#backend/providers/limiter/memory.ts'
import { createPrometheusMetrics } from '#backend/providers/metrics/prometheus.ts'
import { operatorHandlers } from '#backend/features/operators/operators-feature.ts'
import { endpoints } from '#contract/endpoints.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import type { OpenDatabase } from '#tests/ports/support/databases.ts'
import { DISABLED_UID, GATEWAY_SECRET } from './backend.ts'
import { emailOf, PROJECT_ID, startIdentityEmulator } from './identity.ts'
import { createTestBackend } from './test-backend.ts'

/** What operators prove themselves by at this door. */
export const OPERATOR_SECRET = 'what-operators-prove-themselves-by-here'
/** An account on this door's list of operators. */
export const OPERATOR_UID = 'operator'

const UNREACHED = Object.fromEntries(
  Object.keys(ADMISSION_RULES).map((rule) => [rule, { limit: 1_000_000, windowSeconds: 60 }]),
) as typeof ADMISSION_RULES

interface DoorOptions {
  /** `openDatabase` by default. */
  open?: () => Promise<OpenDatabase>
  logger?: ReturnType<typeof createLog>
}

/** The services of `createTestBackend` behind the API's real server, with a test's own calls beside the product's. */
export async function openDoor(
  further: readonly ServedCall[] = [],
  { open, logger = createLog(process.env.TEST_LOG_LEVEL ?? 'silent') }: DoorOptions = {},
) {
  const world = await createTestBackend(open)
  const emulator = await startIdentityEmulator(new Set([DISABLED_UID]))
  // firebase-admin reads this one itself.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  const identity = await createFirebaseIdentity({
    projectId: PROJECT_ID,
    credential: { kind: 'none' },
    verdictMs: 60_000,
  })
  /** The same services behind a server with the limits named in `limits` and the given ports. */
  const openApp = (
    limits: Partial<typeof ADMISSION_RULES> = {},
    isBrowsable = true,
    {
      identity: doorIdentity = identity,
      ...given
    }: Partial<Omit<FeatureDeps, 'identity'>> & {
      identity?: Identity
    } = {},
  ) => {
    const ports = { ...world.ports, ...given, ...(doorIdentity !== identity && { identity: doorIdentity }) }
    const handoffs = createHandoffs(ports)
    const sharing = createSharing(ports)
    return createApp({
      calls: [
        ...serve(endpoints, handlersOf(createFeatures(ports))),
        ...serve(operatorEndpoints, operatorHandlers(ports)),
        ...further,
      ],
      admit: createAdmission({
        identity: doorIdentity,
        verifyHandoff: (token) => handoffs.verifySession(token),
        verifyShare: (token) => sharing.verifyShareToken(token),
        limiter: createMemoryLimiter({ ...UNREACHED, ...limits }),
        gatewaySecrets: [GATEWAY_SECRET],
        operatorSecrets: [OPERATOR_SECRET],
        operators: [emailOf(OPERATOR_UID)],
      }),
      signedFiles: world.storage,
      health: createHealth({ checks: { database: () => world.database.ping() } }),
      metrics: createPrometheusMetrics(),
      isBrowsable,
      siteUrl: 'http://site.example',
      publicUrl: 'http://api.example',
      logger,
    })
  }
  const app = await openApp()
  return {
    world,
    app,
    openApp,
    async close() {
      await app.close()
      await emulator.close()
      await world.close()
    },
  }
}
