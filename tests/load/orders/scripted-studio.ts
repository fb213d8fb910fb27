import type { Engine } from '#backend/providers/engine/port.ts'
import type { Eye } from '#backend/providers/eye/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { createBehaviour, createEngine, createEye } from '#tests/api/support/recovery.ts'

const behaviour = createBehaviour()

export const openStudio = () => ({ studio: { close: () => Promise.resolve() }, threads: 1 })
export const createStudioEye = (): Eye => createEye(behaviour)
export const createStudioEngine = ({ storage }: { storage: Storage }): Engine =>
  createEngine(behaviour, storage)
