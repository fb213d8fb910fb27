import { CUT_OUT_NET } from '#studio/nets/cut-out.ts'
import { netFile } from '#studio/nets/onnx.ts'
import { WORD_NETS } from '#studio/nets/words.ts'
import { UPSCALER } from '#studio/upscale/net.ts'
import { makeCutOutNet } from './cut-out.ts'
import { makeFaceNet } from './face-nets.ts'
import { makeMediapipeNet } from './mediapipe.ts'
import { makeNudityNet } from './nudity.ts'
import { makeSecondDescriptor } from './second-descriptor.ts'
import { makeUpscaler } from './upscaler.ts'
import { fetchWordNet } from './words.ts'

interface MadeNet {
  file: string
  /** Of the file, hexadecimal. */
  sha256: string
  make: () => Promise<Uint8Array>
}

/** Every file of weights that the studio runs. */
export const NETS: readonly MadeNet[] = [
  {
    file: netFile('blazeface'),
    sha256: 'c0b300be0ea446ae04694f02f225a1ac5a1936c215d7e3d0a3ec2d1892c477c3',
    make: () => makeFaceNet('blazeface'),
  },
  {
    file: netFile('facemesh'),
    sha256: '3a31f2687f294256ffcc243f911167a90abb4e3ca11734f77aee40e069da873e',
    make: () => makeFaceNet('facemesh'),
  },
  {
    file: netFile('iris'),
    sha256: 'c3dd9d75ab2df724f2fc5f273cd53b09ad4be0629ea8882d81d3cfd169c76c7c',
    make: () => makeFaceNet('iris'),
  },
  {
    file: netFile('faceres'),
    sha256: 'ad5425684d107a35d55b571f768e0080cdd2cbdea068f091f234450f863c44a7',
    make: () => makeFaceNet('faceres'),
  },
  {
    file: netFile('emotion'),
    sha256: 'e5645f324c1c43a50e2a54f897de61acea44dd73c23ccbef0d420cc9f66ffd69',
    make: () => makeFaceNet('emotion'),
  },
  {
    file: netFile('second-descriptor'),
    sha256: '7510e0a3077ccf926c3def5f10c3ac43dcfc80809f020a2a5a05586fa1a19eed',
    make: makeSecondDescriptor,
  },
  {
    file: netFile('nudity'),
    sha256: 'aabdf9765b17a63380488b45a208df05506b4d841c632e34d6644f5dbc392def',
    make: makeNudityNet,
  },
  {
    file: netFile('selfie-segmentation'),
    sha256: '03a6e77c7c175696af2b3c456be3b4ddbdb66e543245641236233e6f9be5d5ef',
    make: () => makeMediapipeNet('selfie-segmentation'),
  },
  {
    file: netFile('palm-detection'),
    sha256: '438c1e94b0acca5ae619ffa47286c9bea225bc042cb2a0140ff06494c8f7a50d',
    make: () => makeMediapipeNet('palm-detection'),
  },
  {
    file: netFile('hand-landmarks'),
    sha256: '4c2bdea8d2bfc394fccf84237646ae09ef4635d9282624c5de60cf986a5cfd49',
    make: () => makeMediapipeNet('hand-landmarks'),
  },
  {
    file: CUT_OUT_NET,
    sha256: '55337aaf896b5543f225f3de87ce8f6ab53bb949ae3f3f1a3632b0d4f3ae1c77',
    make: makeCutOutNet,
  },
  {
    file: WORD_NETS['word-detection'],
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
    make: () => fetchWordNet('word-detection'),
  },
  {
    file: WORD_NETS['word-reading'],
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
    make: () => fetchWordNet('word-reading'),
  },
  {
    file: UPSCALER,
    sha256: 'f7dd68c8b4ca05a9f122ab092f0bf3547c5358476eb2ad462bf0d5ff410c734f',
    make: makeUpscaler,
  },
]
