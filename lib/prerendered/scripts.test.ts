import { runInNewContext } from 'node:vm'
import { test } from 'node:test'
import { expect } from 'expect'
import { withLateScripts } from './scripts.ts'

const [ONE, TWO] = ['/_next/static/chunks/a.js', '/_next/static/chunks/b.js']
const PAGE = `<html><head><link rel="preload" as="script" fetchPriority="low" href="${TWO}"/><script src="${ONE}" async=""></script><script src="/old.js" noModule=""></script></head><body><p>$&</p><script src="${TWO}" async="" id="_R_"></script><script>self.__next_f.push(1)</script></body></html>`

test('scripts are asked for after the frame that paints the page, and nothing asks earlier', () => {
  const html = withLateScripts(PAGE)
  expect(html).not.toContain('rel="preload"')
  expect(html.match(/<script src=/g)).toHaveLength(1)
  expect(html).toContain('<p>$&</p><script>self.__next_f.push(1)</script><script>(function showBanner')
  expect(html.endsWith('</script></body></html>')).toBe(true)
})

test('each is asked for once, as Next would have it', () => {
  const source = /;(requestAnimationFrame.*?)<\/script>/.exec(withLateScripts(PAGE))?.[1] ?? ''
  const asked: object[] = []
  const atOnce = (then: () => void) => then()
  const document = { createElement: () => ({}), head: { append: (script: object) => asked.push(script) } }
  runInNewContext(source, { requestAnimationFrame: atOnce, setTimeout: atOnce, document })
  expect(asked).toEqual([ONE, TWO].map((src) => ({ src, async: true })))
})

test('a page without scripts stays as it is', () => {
  expect(withLateScripts('<body></body>')).toBe('<body></body>')
})

test('a page that can do without scripts names them and the styles of what they add, for later', () => {
  const link = '<link rel="stylesheet" href="/_next/a.css" data-precedence="next"/>'
  const page = PAGE.replace('<body>', '<body><main id="main" data-scripts="on-sign">').replace(
    '</body>',
    `</main>${link}</body>`,
  )
  const html = withLateScripts(page)
  const source = /;(\(function askOnSign[^]*?\));\(function loadAhead[^]*?<\/script>/.exec(html)?.[1] ?? ''
  expect(html.replace(source, '')).not.toMatch(/<link|<script src="[^"]*" async/)
  const asked: unknown[] = []
  runInNewContext(source, {
    ...{
      location: { search: '?ref=abcdef' },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    ...{
      setTimeout: (then: () => void, ms?: number) => (ms === undefined ? then() : undefined),
      clearTimeout: () => undefined,
      requestAnimationFrame: (then: () => void) => then(),
    },
    document: {
      createElement: () => ({}),
      querySelectorAll: () => [],
      head: {
        append: (script: { src: string }) => asked.push(script.src),
        insertAdjacentHTML: (_where: string, tags: string) => asked.push(tags),
      },
    },
  })
  expect(asked).toEqual([link, ONE, TWO])
  expect(html).toContain('<script type="text/kept">self.__next_f.push(1)</script>')
})
