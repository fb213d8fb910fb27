import { writeFile } from 'node:fs/promises'
import { CUT_OUT_NET } from '#studio/nets/cut-out.ts'
import { fetchCutOutNet } from './cut-out.ts'
import { convertSegmentation, WEIGHTS_FILE } from './segmentation.ts'

/** Makes the nets that no package brings as the studio reads them (`npm run nets`), and writes them there. */
const folder = new URL('../../studio/nets/weights/', import.meta.url)
const { json, bin } = await convertSegmentation()
await writeFile(new URL('selfie-segmentation.json', folder), json)
await writeFile(new URL(WEIGHTS_FILE, folder), bin)
await writeFile(CUT_OUT_NET, await fetchCutOutNet())
