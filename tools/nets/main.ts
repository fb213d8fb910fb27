import { writeFile } from 'node:fs/promises'
import { convertSegmentation, WEIGHTS_FILE } from './segmentation.ts'

/** Converts the segmentation net (`npm run nets`) and writes it where the studio reads it. */
const folder = new URL('../../studio/nets/weights/', import.meta.url)
const { json, bin } = await convertSegmentation()
await writeFile(new URL('selfie-segmentation.json', folder), json)
await writeFile(new URL(WEIGHTS_FILE, folder), bin)
