import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { iptcMark } from './iptc-mark.ts'

const file = (xmp: string) =>
  new TextEncoder().encode(`\u00ff\u00d8 bytes <x:xmpmeta>${xmp}</x:xmpmeta> more`)
const SCHEME = 'http://cv.iptc.org/newscodes/digitalsourcetype'

testEach([
  [
    'an attribute',
    `<rdf:D Iptc4xmpExt:DigitalSourceType="${SCHEME}/trainedAlgorithmicMedia"/>`,
    'trainedAlgorithmicMedia',
  ],
  [
    'an element',
    `<Iptc4xmpExt:DigitalSourceType>${SCHEME}/compositeWithTrainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>`,
    'compositeWithTrainedAlgorithmicMedia',
  ],
  ['nothing', '<rdf:D/>', undefined],
])('the mark of a file with %s', (_what, xmp, mark) => {
  expect(iptcMark(file(xmp))).toBe(mark)
})

test('text outside the packet is no mark', () => {
  const bytes = new TextEncoder().encode(`DigitalSourceType="${SCHEME}/trainedAlgorithmicMedia"`)
  expect(iptcMark(bytes)).toBeUndefined()
})
