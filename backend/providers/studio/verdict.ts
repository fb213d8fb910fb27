import type { HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import type { GateVerdict } from '#studio/gate/gate.ts'

/** The gate's verdict in the product's form. */
export function verdictOf({ likeness, reasons, fingerprint, appeal }: GateVerdict): HeadshotVerdict {
  return { likeness, reasons, fingerprint, appeal }
}
