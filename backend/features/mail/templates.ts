import type { z } from 'zod'
import type { Locale } from '#contract/locales.ts'
import type { MailTemplate } from '#contract/mails.ts'
import type { MailContent, Template } from './mail-template.ts'
import { dataTemplates } from './templates/data.ts'
import { orderTemplates } from './templates/orders.ts'
import { studioTemplates } from './templates/studio.ts'
import { createWords } from './mail-words.ts'

/** Every kind of mail. */
export const templates = {
  ...studioTemplates,
  ...orderTemplates,
  ...dataTemplates,
} satisfies Record<MailTemplate, unknown>

export type MailData<T extends MailTemplate> = z.input<(typeof templates)[T]['data']>

/** The content of a mail. @throws z.ZodError when the data does not fit the template */
export function composeMail(
  template: MailTemplate,
  locale: Locale,
  data: unknown,
  siteUrl: string,
): MailContent {
  // Sound by construction: the data is parsed by the schema beside the function that takes it.
  const { data: schema, compose } = templates[template] as unknown as Template<z.ZodObject>
  return compose(schema.parse(data), createWords(locale, siteUrl))
}
