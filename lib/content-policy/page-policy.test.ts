import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { expect } from 'expect'
import { policyOfPage } from './page-policy.ts'

test('a page may run the inline scripts that are in it, and no data counts as one', () => {
  const html = `<script src="/_next/a.js"></script><script>run()</script><script id="x">run()</script>
    <script type="application/ld+json">{"a":1}</script>`
  const hash = createHash('sha256').update('run()').digest('base64')
  expect(/script-src ([^;]*)/.exec(policyOfPage(html))?.[1]).toBe(`'self' 'sha256-${hash}'`)
})
