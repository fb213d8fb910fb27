import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { withOwnStyles } from './styles.ts'

const SHEET = `@layer base,utilities;@font-face{font-family:a;src:url(../media/a.woff2)format("woff2")}
@layer base{body{margin:0}table{border:0}}
@layer utilities{.grid{display:grid}.md\\:flex{display:flex}.unused{color:red}[data-open]{top:0}}`
const LINK = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'

let distDir: string

before(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'own-styles-'))
  await mkdir(join(distDir, 'static/chunks'), { recursive: true })
  await writeFile(join(distDir, 'static/chunks/a.css'), SHEET)
})
after(() => rm(distDir, { recursive: true }))

const page = (body: string) => `<html><head>${LINK}</head><body>${body}</body></html>`
const stylesOf = (html: string) => /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''

test('a page brings the styles it needs; the sheet follows the last of it', async () => {
  const html = await withOwnStyles(page('<p class="grid md:flex" data-open="">$& $1</p>'), distDir)
  const styles = stylesOf(html)
  for (const kept of ['@layer base,utilities', '.grid', '.md\\:flex', '[data-open]', 'body'])
    expect(styles).toContain(kept)
  for (const gone of ['.unused', 'table']) expect(styles).not.toContain(gone)
  expect(html).toBe(
    `<html><head><style>${styles}</style></head><body><p class="grid md:flex" data-open="">$& $1</p>${LINK}</body></html>`,
  )
})

test('what a script says needs no styles, and files are asked for where they lie', async () => {
  const styles = stylesOf(await withOwnStyles(page('<script>"<i class=\\"unused\\">"</script>'), distDir))
  expect(styles).not.toContain('.unused')
  expect(styles).toContain('url(/_next/static/media/a.woff2)')
})

test('a page without a sheet stays as it is', async () => {
  expect(await withOwnStyles('<html><body></body></html>', distDir)).toBe('<html><body></body></html>')
})
