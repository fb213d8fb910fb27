import { CAST } from './cast.ts'
import type { CharacterId } from './cast.ts'
import type { Character } from './character.ts'
import { NEWCOMERS } from './newcomers.ts'
import type { NewcomerId } from './newcomers.ts'

/** All drawn people. */
export type DrawnId = CharacterId | NewcomerId
export const EVERYBODY: Record<DrawnId, Character> = { ...CAST, ...NEWCOMERS }
export const isDrawn = (id: string): id is DrawnId => Object.hasOwn(EVERYBODY, id)
