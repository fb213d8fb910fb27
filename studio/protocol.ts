import type { GateReason, GateMeasures } from './gate.ts'
import type { CleanSelfie } from './intake/clean.ts'
import type { SelfieReading } from './intake/selfie.ts'
import type { PreparedSelfie } from './person/model.ts'
import type { Shot } from './render/headshot.ts'
import type { StyleId } from './styles.ts'

/** A person model as threads share it: bytes in shared memory, with a key so that each thread decodes it once. */
export interface SharedModel {
  key: string
  bytes: SharedArrayBuffer
}

/** Wall time inside the thread, milliseconds. */
export interface RenderTimings {
  renderMs: number
  gateMs: number
  encodeMs: number
}

export interface RenderedHeadshot {
  jpeg: Uint8Array
  width: number
  height: number
  /** 0..1 */
  likeness: number
  passed: boolean
  reasons: GateReason[]
  measures: GateMeasures | null
  selfieId: string
  timings: RenderTimings
}

/** Everything a thread can be asked: what goes in, what comes out. */
export interface Calls {
  'read-selfie': { input: { bytes: Uint8Array }; output: SelfieReading }
  'clean-selfie': { input: { bytes: Uint8Array }; output: CleanSelfie | null }
  'prepare-selfie': {
    input: { id: string; bytes: Uint8Array }
    /** `prepared` is null when the picture shows no face. */
    output: { reading: SelfieReading; prepared: PreparedSelfie | null }
  }
  'build-model': {
    input: { prepared: PreparedSelfie[]; readings: SelfieReading[] }
    output: Uint8Array
  }
  'plan-bundle': { input: { model: SharedModel; styleId: StyleId; count: number }; output: Shot[] }
  'render-shot': {
    input: { model: SharedModel; styleId: StyleId; shot: Shot; credit: string; description: string }
    output: RenderedHeadshot
  }
}
export type CallName = keyof Calls

export type Request = {
  [Name in CallName]: { id: number; name: Name; input: Calls[Name]['input'] }
}[CallName]
export type Answer = { id: number; output: Calls[CallName]['output'] } | { id: number; error: string }
