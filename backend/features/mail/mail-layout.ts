import { BRAND } from '#contract/brand.ts'
import type { MailContent } from './mail-template.ts'
import { html, textOf, type Markup } from './mail-markup.ts'
import type { Words } from './mail-words.ts'

const FONT = "font-family:'Inter Tight',Inter,'Helvetica Neue',Helvetica,Arial,sans-serif"
const LIGHT = { paper: '#fcfaf7', sheet: '#ffffff', ink: '#12161d', soft: '#4d535c', line: '#dedad3' }
const DARK = { paper: '#0b0e13', sheet: '#171b22', ink: '#f1efeb', soft: '#a9afb9', line: '#343a44' }

/** Mail clients with a dark mode read this; the others use the inline colours, which suffice by themselves. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { color: inherit }
@media (prefers-color-scheme: dark) {
  .paper { background: ${DARK.paper} !important }
  .sheet { background: ${DARK.sheet} !important; border-color: ${DARK.line} !important }
  .ink { color: ${DARK.ink} !important }
  .soft { color: ${DARK.soft} !important }
  .line { border-color: ${DARK.line} !important }
  .button { background: ${DARK.ink} !important; color: ${DARK.paper} !important }
  .code { background: ${DARK.paper} !important; color: ${DARK.ink} !important; border-color: ${DARK.line} !important }
}
@media (max-width: 480px) {
  .frame { padding: 16px 8px !important }
  .body { padding: 28px 20px !important }
  .label, .value { display: block !important; width: auto !important; text-align: left !important }
  .label { border-bottom: 0 !important; padding-bottom: 0 !important }
  .value { border-top: 0 !important; padding-top: 2px !important }
}
`

/** Half of it is left on screens with twice the pixels. */
const PICTURE_PX = '160'

/** Keeps the mail's text out of the preview that lists show beside the subject. */
const AFTER_PREHEADER = '\u034f\u00a0'.repeat(60)

const paragraphOf = (text: string) =>
  html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${LIGHT.ink}">${text}</p>`

const noteOf = (text: string) =>
  html`<p class="soft" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${LIGHT.soft}">${text}</p>`

function factsOf(facts: MailContent['facts']): Markup {
  if (!facts?.length) return html``
  const cell = `padding:9px 0;border-top:1px solid ${LIGHT.line};font-size:15px;line-height:1.45;vertical-align:top`
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
        <td class="soft line label" style="${cell};color:${LIGHT.soft};padding-right:16px">${label}</td>
        <td
          class="ink line value"
          style="${cell};color:${LIGHT.ink};text-align:right;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere"
        >
          ${value}
        </td>
      </tr>`,
  )
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:8px 0 24px;border-collapse:collapse"
  >
    ${rows}
  </table>`
}

function codeOf(code: string | undefined): Markup {
  if (code === undefined) return html``
  return html`<p
    class="code"
    style="margin:8px 0 24px;padding:16px;border:1px solid ${LIGHT.line};background:${LIGHT.paper};color:${LIGHT.ink};font:600 22px/1.3 Consolas,Menlo,monospace;letter-spacing:0.06em;text-align:center;overflow-wrap:anywhere"
  >
    ${code}
  </p>`
}

function pictureOf(picture: ShownPicture | undefined): Markup {
  if (!picture) return html``
  return html`<p style="margin:8px 0 24px">
    <img
      src="cid:${picture.contentId}"
      alt="${picture.description}"
      width="${PICTURE_PX}"
      height="${PICTURE_PX}"
      style="display:block;width:${PICTURE_PX}px;height:${PICTURE_PX}px;border-radius:6px"
    />
  </p>`
}

function actionOf(action: MailContent['action'], { say }: Words): Markup {
  if (!action) return html``
  return html`<p style="margin:8px 0 24px">
      <a
        class="button"
        href="${action.url}"
        style="display:inline-block;padding:13px 22px;border-radius:4px;background:${LIGHT.ink};color:${LIGHT.paper};font-size:16px;font-weight:600;line-height:1.3;text-decoration:none"
        >${action.label}</a
      >
    </p>
    <p
      class="soft"
      style="margin:0 0 20px;font-size:13px;line-height:1.5;color:${LIGHT.soft};overflow-wrap:anywhere"
    >
      ${say('mails.common.linkFallback')}<br /><a
        class="soft"
        href="${action.url}"
        style="color:${LIGHT.soft}"
        >${action.url}</a
      >
    </p>`
}

/** A square picture that travels with the mail. */
export interface ShownPicture {
  contentId: string
  description: string
}

/** The one layout: tables and inline styles, since that is what mail clients agree on. */
export function layOutHtml(content: MailContent, words: Words, picture?: ShownPicture): string {
  const { subject, preheader, heading, paragraphs, facts, code, action, notes = [] } = content
  return textOf(
    html`<!doctype html>
      <html lang="${words.locale}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
          <title>${subject}</title>
          <style>
            ${html.trusted(STYLE)}
          </style>
        </head>
        <body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};${FONT}">
          <div style="display:none;max-height:0;overflow:hidden;opacity:0">
            ${preheader}${AFTER_PREHEADER}
          </div>
          <table
            class="paper"
            role="presentation"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            style="background:${LIGHT.paper}"
          >
            <tr>
              <td class="frame" align="center" style="padding:32px 16px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  style="max-width:560px;text-align:left;${FONT}"
                >
                  <tr>
                    <td
                      class="ink"
                      style="padding:0 4px 14px;font-size:17px;font-weight:700;letter-spacing:-0.01em;color:${LIGHT.ink}"
                    >
                      ${BRAND}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="sheet body"
                      style="padding:36px 36px 24px;border:1px solid ${LIGHT.line};border-radius:6px;background:${LIGHT.sheet}"
                    >
                      <h1
                        class="ink"
                        style="margin:0 0 18px;font-size:27px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;color:${LIGHT.ink}"
                      >
                        ${heading}
                      </h1>
                      ${paragraphs.map(paragraphOf)}${pictureOf(picture)}${codeOf(code)}${factsOf(facts)}${actionOf(action, words)}${notes.map(noteOf)}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="soft"
                      style="padding:16px 4px 0;font-size:13px;line-height:1.5;color:${LIGHT.soft}"
                    >
                      ${words.say('mails.common.footer', { brand: BRAND })}<br /><a
                        class="soft"
                        href="${words.page('')}"
                        style="color:${LIGHT.soft}"
                        >${words.page('')}</a
                      >
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html> `,
  )
}

/** The same for those who read text. */
export function layOutText(content: MailContent, words: Words): string {
  const { heading, paragraphs, facts = [], code, action, notes = [] } = content
  const blocks = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `-- \n${words.say('mails.common.footer', { brand: BRAND })}\n${words.page('')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}
