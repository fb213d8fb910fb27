import type { HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import type { GateVerdict } from '#studio/gate/gate.ts'

/** What the product is told of the gate's verdict. */
export function verdictOf({ likeness, reasons, fingerprint, appeal }: GateVerdict): HeadshotVerdict {
  return { likeness, reasons, fingerprint, appeal }
}
