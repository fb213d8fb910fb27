import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderMail } from '#backend/features/mail/mail-service.ts'
import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { MailTemplate } from '#contract/mails.ts'
import { MAIL_EXAMPLES } from './mails/examples.ts'
import { readOptions } from './options.ts'

const USAGE =
  'npm run mails [-- folder]   writes every mail in every language to out/mails or that folder, with a page that lists them.'
const [wanted = 'out/mails'] = readOptions(USAGE, { allowPositionals: true }).positionals
const folder = resolve(wanted)
mkdirSync(folder, { recursive: true })

const rows = MailTemplate.options.flatMap((template) =>
  MAIL_EXAMPLES[template].map((data, index) => {
    const links = LOCALES.map((locale) => {
      // Sound by construction: the examples of a template are of its data.
      const { subject, text, html } = renderMail(template, locale, data as never, 'https://site.example')
      const name = `${template}-${index + 1}.${locale}`
      writeFileSync(join(folder, `${name}.html`), html)
      writeFileSync(join(folder, `${name}.txt`), `${subject}\n\n${text}`)
      return `<td><a href="${name}.html" hreflang="${locale}">${locale}</a> <a href="${name}.txt">text</a></td>`
    })
    return `<tr><th scope="row">${template} ${index + 1}</th>${links.join('')}</tr>`
  }),
)
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Mails · ${BRAND}</title><table>${rows.join('')}</table>\n`,
)
console.log(`${rows.length} mails in ${LOCALES.length} languages: ${join(folder, 'index.html')}`)
