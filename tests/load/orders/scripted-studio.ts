import { randomUUID } from 'node:crypto'
import type { Engine } from '#backend/providers/engine/port.ts'
import type { Eye } from '#backend/providers/eye/port.ts'
import type { Signer } from '#backend/providers/signer/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { UNSIGNED, createBehaviour, createEngine, createEye, modelOf } from '#tests/api/support/scripted.ts'

const behaviour = createBehaviour()
// Files are written once: what a killed process wrote stays, and its successor makes another.
behaviour.train = (order) => Promise.resolve(modelOf(order, randomUUID()))

export const openStudio = () => ({ studio: { close: () => Promise.resolve() }, threads: 1 })
export const createStudioEye = (): Eye => createEye(behaviour)
export const createStudioEngine = ({ storage }: { storage: Storage }): Engine =>
  createEngine(behaviour, storage)
export const createC2paSigner = (): Signer => UNSIGNED
