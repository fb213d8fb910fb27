import { z } from 'zod'
import type { Words } from './mail-words.ts'

/** What a mail says, before it is a text or a page: both are made from this alone, so that they cannot differ. */
export interface MailContent {
  subject: string
  /** What lists show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Label and value. */
  facts?: readonly (readonly [string, string])[]
  /** To be copied by hand; shown large. */
  code?: string
  action?: { label: string; url: string }
  notes?: readonly string[]
}

/** One kind of mail: what it is filled with, and what it then says. */
export interface Template<D extends z.ZodObject> {
  data: D
  compose: (data: z.output<D>, words: Words) => MailContent
}

export function defineTemplate<D extends z.ZodObject>(data: D, compose: Template<D>['compose']): Template<D> {
  return { data, compose }
}

/** A page of the site, without language: the mail's own is put before it. */
export const PagePath = z.string().regex(/^\/[\w\-./?=&%~]*$/)

/** What people typed; of one line, however it came. */
export const Typed = z
  .string()
  .max(400)
  .overwrite((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
