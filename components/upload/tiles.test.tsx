import { expect, test } from '@jest/globals'
import type { UploadItem, UploadProblem } from './upload-queue.ts'
import { tilesOf } from './tiles.ts'

function failed(problem: UploadProblem): UploadItem {
  return { id: '1', fileName: 'a.jpg', previewUrl: null, state: 'failed', sent: 1, problem, selfieId: null }
}

test.each([
  ['network', true],
  ['unavailable', true],
  ['internal', true],
  ['token_expired', true],
  ['file_unsupported', false],
  ['file_too_large', false],
  ['selfie_limit_reached', false],
  ['person_busy', true],
  ['person_trained', false],
] as const)('after %s, sending the same file again is offered: %s', (code, canRetry) => {
  expect(tilesOf([], [failed({ kind: 'call', code })])).toMatchObject([{ code, reasons: [], canRetry }])
})

test('a file refused before it was sent is not offered again', () => {
  const tiles = tilesOf([], [failed({ kind: 'file', reason: 'file_too_large' })])
  expect(tiles).toMatchObject([{ code: null, reasons: ['file_too_large'], canRetry: false }])
})
