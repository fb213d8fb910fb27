import { z } from 'zod'

export const text = z.string({ error: 'is missing' })
export const secret = text.min(32, 'is shorter than 32 characters')
export const port = z.coerce.number().int().min(1).max(65_535)
export const count = (most: number) => z.coerce.number().int().min(1).max(most)
export const choice = (...names: string[]) => ({ error: `is none of ${names.join(', ')}` })
export const isSet = z.enum(['0', '1'])

export const dataDir = text.describe('The folder of everything that is kept on this machine.')
