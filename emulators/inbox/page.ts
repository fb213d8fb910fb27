import { BRAND } from '#contract/brand.ts'
import type { Mail } from './mails.ts'
import type { ReceivedMail } from './received.ts'
import type { TextMessage } from './text-messages.ts'

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Addresses are untrusted: users type them when they sign up. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')
}

const STYLE = `
:root { color-scheme: light dark; --paper: oklch(0.985 0.004 85); --ink: oklch(0.20 0.015 265); --quiet: oklch(0.46 0.015 265); --line: oklch(0.87 0.008 85); --accent: oklch(0.55 0.16 35) }
@media (prefers-color-scheme: dark) { :root { --paper: oklch(0.19 0.012 265); --ink: oklch(0.95 0.006 85); --quiet: oklch(0.73 0.012 265); --line: oklch(0.33 0.012 265); --accent: oklch(0.75 0.14 40) } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 'Inter Variable', Inter, 'Helvetica Neue', Arial, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 48px 24px 96px }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; justify-content: space-between; padding-bottom: 24px }
h1 { margin: 0; font-size: 2.44rem; line-height: 1.1; font-weight: 800; letter-spacing: -0.025em }
p { margin: 0 }
.quiet { color: var(--quiet); font-size: 0.875rem }
ol { list-style: none; margin: 0; padding: 0 }
article { display: grid; grid-template-columns: 1fr auto; gap: 4px 24px; padding: 24px 0; border-top: 1px solid var(--line) }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em }
.to { overflow-wrap: anywhere }
time { font-variant-numeric: tabular-nums }
a { color: inherit }
article a { display: inline-block; margin-top: 8px; padding: 10px 16px; border-radius: 4px; background: var(--ink); color: var(--paper); text-decoration: none; font-weight: 600; width: fit-content }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
.used h2 { color: var(--quiet); font-weight: 500 }
iframe { width: 100%; height: 46rem; margin: 16px 0 32px; border: 1px solid var(--line); background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.6 Consolas, Menlo, monospace }
.subject { font-size: 1.6rem }
.empty { padding: 48px 0; border-top: 1px solid var(--line); max-width: 34rem }
`

/** Replaces the list only when it has changed, so that a reload never interrupts a click or a selection. */
const SCRIPT = `
setInterval(async () => {
  const response = await fetch(location.href).catch(() => null)
  if (!response || !response.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('mails')
  const now = document.getElementById('mails')
  if (next.innerHTML !== now.innerHTML) now.replaceWith(next)
}, 2000)
`

function renderMail(mail: Mail): string {
  const time = mail.receivedAt.toISOString()
  const link = mail.isUsed
    ? '<p class="quiet">This link has been used.</p>'
    : `<p><a href="${escapeHtml(mail.link)}" hreflang="${mail.locale}">${escapeHtml(mail.action)}</a></p>`
  return `<li><article id="mail-${mail.id}"${mail.isUsed ? ' class="used"' : ''} aria-labelledby="subject-${mail.id}">
  <h2 id="subject-${mail.id}">${escapeHtml(mail.subject)}</h2>
  <time class="quiet" datetime="${time}">${time.slice(11, 19)} UTC</time>
  <div><p class="to">${escapeHtml(mail.to)}</p>${link}</div>
</article></li>`
}

function renderTextMessage({ id, to, code, receivedAt, isUsed }: TextMessage): string {
  const time = receivedAt.toISOString()
  return `<li><article id="text-${id}"${isUsed ? ' class="used"' : ''} aria-labelledby="text-subject-${id}">
  <h2 id="text-subject-${id}">${isUsed ? 'Text message' : `Your code: ${escapeHtml(code)}`}</h2>
  <time class="quiet" datetime="${time}">${time.slice(11, 19)} UTC</time>
  <div><p class="to">${escapeHtml(to)}</p>${isUsed ? '<p class="quiet">This code has been used.</p>' : ''}</div>
</article></li>`
}

function renderReceivedLine({ id, subject, to, receivedAt }: ReceivedMail): string {
  const time = receivedAt.toISOString()
  return `<li><article id="received-${id}" aria-labelledby="received-subject-${id}">
  <h2 id="received-subject-${id}">${escapeHtml(subject)}</h2>
  <time class="quiet" datetime="${time}">${time.slice(11, 19)} UTC</time>
  <div><p class="to">${escapeHtml(to.join(', '))}</p><p><a href="/mails/${id}">Read</a></p></div>
</article></li>`
}

function pageOf(title: string, body: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${BRAND}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
${script}
</body>
</html>
`
}

/** Newest first: mails and text messages of the Auth emulator, and mails received by SMTP, in one list. */
export function renderInbox(
  mails: readonly Mail[],
  siteUrl: string,
  received: readonly ReceivedMail[] = [],
  texts: readonly TextMessage[] = [],
): string {
  const lines = [
    ...mails.map((mail) => ({ at: mail.receivedAt, line: renderMail(mail) })),
    ...received.map((mail) => ({ at: mail.receivedAt, line: renderReceivedLine(mail) })),
    ...texts.map((text) => ({ at: text.receivedAt, line: renderTextMessage(text) })),
  ].sort((one, other) => other.at.getTime() - one.at.getTime())
  const list = lines.length
    ? `<ol>${lines.map(({ line }) => line).join('')}</ol>`
    : '<p class="empty">No mail yet. Sign up with any address: the message with the link arrives here within seconds.</p>'
  return pageOf(
    'Inbox',
    `<header><h1>Inbox</h1><p class="quiet">Local mail of <a href="${escapeHtml(siteUrl)}">${BRAND}</a>. Nothing leaves this machine.</p></header>
<div id="mails" aria-live="polite">${list}</div>`,
    `<script>${SCRIPT}</script>`,
  )
}

/** One mail: its page in a frame without scripts, its text, and a link to its raw bytes. */
export function renderReceived({ id, subject, from, to, text, html, receivedAt }: ReceivedMail): string {
  const frame =
    html === ''
      ? ''
      : `<iframe title="The mail as a page" src="/mails/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return pageOf(
    subject,
    `<header><h1 class="subject">${escapeHtml(subject)}</h1>
<p class="quiet to">From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(', '))}<br><time datetime="${receivedAt.toISOString()}">${receivedAt.toISOString()}</time></p></header>
<p class="quiet"><a href="/">All mails</a> · <a href="/mails/${id}/html">Page alone</a> · <a href="/mails/${id}/raw">As it came</a></p>
${frame}
<h2>Text</h2>
<pre>${escapeHtml(text)}</pre>`,
  )
}
