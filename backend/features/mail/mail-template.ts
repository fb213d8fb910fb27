import { z } from 'zod'
import type { Words } from './mail-words.ts'

/**
 * The content of a mail, independent of its form: text and page are both made from it, so that they cannot differ.
 */
export interface MailContent {
  subject: string
  /** The text that mail lists show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Label and value. */
  facts?: readonly (readonly [string, string])[]
  /** A code that readers copy by hand; shown large. */
  code?: string
  action?: { label: string; url: string }
  notes?: readonly string[]
  attached?: Attached
}

/** An attachment of a mail, made from the rows when the mail is sent. */
export type Attached = { kind: 'receipt'; paymentId: string } | { kind: 'headshot'; bundleId: string }

/** One kind of mail: the schema of its data, and its content. */
export interface Template<D extends z.ZodObject> {
  data: D
  compose: (data: z.output<D>, words: Words) => MailContent
}

export function defineTemplate<D extends z.ZodObject>(data: D, compose: Template<D>['compose']): Template<D> {
  return { data, compose }
}

/** A page of the site, without language: the mail's own language is prefixed. */
export const PagePath = z.string().regex(/^\/[\w\-./?=&%~]*$/)

/** User input, reduced to one line. */
export const Typed = z
  .string()
  .max(400)
  .overwrite((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
