import { and, eq, ne } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'

const { selfies } = tables

/** Selfies that are good, and not left out by their owner; see `isInUse` of the contract. */
export const selfieInUse = and(eq(selfies.state, 'accepted'), ne(selfies.choice, 'left_out'))
