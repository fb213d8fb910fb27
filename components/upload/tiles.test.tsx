import { expect, test } from '@jest/globals'
import type { Selfie } from '#contract/selfies.ts'
import type { UploadItem, UploadProblem } from './upload-queue.ts'
import { tilesOf } from './tiles.ts'

function failed(problem: UploadProblem): UploadItem {
  return {
    id: '1',
    key: 'key-1',
    fileName: 'a.jpg',
    previewUrl: null,
    state: 'failed',
    sent: 1,
    problem,
    selfieId: null,
  }
}

test.each([
  ['network', true],
  ['unavailable', true],
  ['internal', true],
  ['token_expired', true],
  ['file_unsupported', false],
  ['file_too_large', false],
  ['selfie_limit_reached', false],
  ['storage_limit_reached', false],
  ['person_busy', true],
  ['person_trained', false],
] as const)('after %s, sending the same file again is offered: %s', (code, canRetry) => {
  expect(tilesOf([], [failed({ kind: 'call', code })])).toMatchObject([
    { code, reasons: [], warnings: [], canRetry },
  ])
})

test('a file refused before sending cannot be retried', () => {
  const tiles = tilesOf([], [failed({ kind: 'file', reason: 'file_too_large' })])
  expect(tiles).toMatchObject([{ code: null, reasons: ['file_too_large'], canRetry: false }])
})

function selfie(number: number, uploadKey: string | null): Selfie {
  return {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    fileName: `${number}.jpg`,
    state: 'checking',
    reasons: [],
    warnings: [],
    choice: 'none',
    thumbnailUrl: null,
    receivedAt: '2026-01-01T00:00:00Z',
    uploadKey,
  }
}

const waiting = (number: number): UploadItem => ({
  id: `upload-${number}`,
  key: `key-${number}`,
  fileName: `${number}.jpg`,
  previewUrl: `blob:${number}`,
  state: 'waiting',
  sent: 0,
  problem: null,
  selfieId: null,
})

test('files that arrived although the connection broke off before the answer are one tile each', () => {
  const items = [waiting(1), waiting(2), waiting(3), waiting(4)]
  const arrived = [selfie(1, 'key-1'), selfie(2, 'key-2'), selfie(3, 'key-3')]
  expect(tilesOf(arrived, items)).toMatchObject([
    { fileName: '1.jpg', state: 'checking', url: 'blob:1' },
    { fileName: '2.jpg', state: 'checking' },
    { fileName: '3.jpg', state: 'checking' },
    { fileName: '4.jpg', state: 'waiting' },
  ])
})

test('each keeps its place, in any order of arrival', () => {
  const items = [waiting(1), waiting(2), waiting(3)]
  const names = (arrived: Selfie[]) => tilesOf(arrived, items).map(({ fileName }) => fileName)
  expect(names([selfie(3, 'key-3'), selfie(2, 'key-2')])).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  expect(names([selfie(3, 'key-3'), selfie(9, null)])).toEqual(['9.jpg', '1.jpg', '2.jpg', '3.jpg'])
})

test('a selfie from elsewhere has a tile of its own', () => {
  expect(tilesOf([selfie(1, null)], [waiting(1)])).toHaveLength(2)
})

test("a good selfie's warnings are kept with it", () => {
  const good: Selfie = { ...selfie(1, null), state: 'accepted', warnings: ['tight_crop', 'dim'] }
  expect(tilesOf([good], [])).toMatchObject([{ state: 'accepted', warnings: ['tight_crop', 'dim'] }])
})
