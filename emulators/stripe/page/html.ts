const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes untrusted text, or a translation. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')
}

/** A page around its main part; `script` for those that have one. */
export function layout(part: {
  lang: string
  title: string
  banner: string
  main: string
  hasScript?: boolean
}): string {
  const { lang, title, banner, main, hasScript = false } = part
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/page.css">
${hasScript ? '<script src="/assets/page.js" defer></script>\n' : ''}</head>
<body>
<header class="banner" role="banner"><p>${escapeHtml(banner)}</p></header>
<main>${main}</main>
</body>
</html>
`
}
