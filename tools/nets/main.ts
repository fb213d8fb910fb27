import { writeFile } from 'node:fs/promises'
import { CUT_OUT_NET } from '#studio/nets/cut-out.ts'
import { UPSCALER } from '#studio/upscale/net.ts'
import { readOptions } from '#scripts/options.ts'
import { fetchCutOutNet } from './cut-out.ts'
import { MEDIAPIPE_NETS } from './mediapipe.ts'
import { fetchUpscaler } from './upscaler.ts'
import { fetchWordNets } from './words.ts'

readOptions(
  'npm run nets   makes the nets that no package brings as the studio reads them, and writes them there.',
  {},
)
const folder = new URL('../../studio/nets/weights/', import.meta.url)
for (const [name, convert] of Object.entries(MEDIAPIPE_NETS)) {
  const { json, bin } = await convert()
  await writeFile(new URL(`${name}.json`, folder), json)
  await writeFile(new URL(`${name}.bin`, folder), bin)
}
await writeFile(CUT_OUT_NET, await fetchCutOutNet())
await writeFile(UPSCALER, await fetchUpscaler())
for (const [name, net] of Object.entries(await fetchWordNets()))
  await writeFile(new URL(`${name}.onnx`, folder), net)
