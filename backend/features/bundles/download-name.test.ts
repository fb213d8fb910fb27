import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { downloadName } from './download-name.ts'

testEach([
  ['Anna', 'anna-studio-grey-01.jpg'],
  ['Jörg Müßig', 'joerg-muessig-studio-grey-01.jpg'],
  ['Jo\u0308rg', 'joerg-studio-grey-01.jpg'],
  ['Łukasz Żółć', 'lukasz-zolc-studio-grey-01.jpg'],
  ['Søren Đorđević', 'soren-dordevic-studio-grey-01.jpg'],
  ['Ægir Þórðarson', 'aegir-thordarson-studio-grey-01.jpg'],
  ['Ána  Peña', 'ana-pena-studio-grey-01.jpg'],
  ['../../etc/passwd', 'etc-passwd-studio-grey-01.jpg'],
  ['"; rm -rf /', 'rm-rf-studio-grey-01.jpg'],
  ['李明', 'headshot-studio-grey-01.jpg'],
  ['x'.repeat(80), `${'x'.repeat(40)}-studio-grey-01.jpg`],
])('%s', (name, expected) => {
  expect(downloadName(name, 'studio-grey', 1)).toBe(expected)
})
