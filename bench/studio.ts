import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import { renderSelfie } from '#tests/cast/render.ts'
import { REROLLS_MAX, renderUntilEnough } from '#backend/features/bundles/render-until-enough.ts'
import { createDuplicateFilter } from '#backend/features/bundles/duplicate-filter.ts'
import { fingerprintDistance } from '#studio/gate/fingerprint.ts'
import { encodeHeadshot } from '#studio/export/encode.ts'
import { decodeSelfie } from '#studio/intake/decode.ts'
import { handCover } from '#studio/intake/hand-cover.ts'
import { exposure, segmentHeadAndBody } from '#studio/matte/segmentation.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import { cutOutOf, seenByNet } from '#studio/nets/cut-out.ts'
import { describeFace } from '#studio/nets/descriptor.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { readPleased } from '#studio/nets/emotion.ts'
import { readNudity } from '#studio/nets/nudity.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import { FRAME_HEIGHT, FRAME_WIDTH } from '#studio/person/frame.ts'
import { CHIN, faceHeight, vertex, eyeLine } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH } from '#studio/render/headshot-size.ts'
import { framingOf } from '#studio/render/plan.ts'
import { createStudio } from '#studio/studio.ts'
import type { Studio } from '#studio/studio.ts'
import { ownMb } from './process-memory.ts'
import type { Measurement } from './measurement.ts'
import { runWatched } from './watched.ts'

const SELFIES = 8
const HEADSHOTS = 12
/** As the cast is drawn: 1200x1500 pixels. */
const SELFIE_WIDTH_PX = 1200
const BAR = 3
const STYLE = 'studio-grey'
const PREVIEW_BAR_SECONDS = 3
const MARK = { credit: 'bench', description: 'bench' }

interface Cost {
  /** Processor time of this process and the studio's, seconds: other work on the machine does not count. */
  cpu: number
  wall: number
}

async function cost(work: () => Promise<void>, studio?: Studio): Promise<Cost> {
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + (studio?.usage().cpuMs ?? 0)
  }
  const startedAt = performance.now()
  const before = cpuMs()
  await work()
  return { cpu: (cpuMs() - before) / 1000, wall: (performance.now() - startedAt) / 1000 }
}

/**
 * Eight drawn selfies to twelve finished headshots, against the studio's own nets and libvips' decode, resize and encode
 * alone on the same pixels. One process for the studio's work, processor time for both.
 */
export async function measureStudio(): Promise<Measurement[]> {
  const takes = GOOD_TAKES.slice(0, SELFIES)
  const selfies: { id: string; bytes: Uint8Array }[] = []
  for (const take of takes) {
    selfies.push({ id: take.id, bytes: await renderSelfie('mara', take, { widthPx: SELFIE_WIDTH_PX }) })
  }
  const { whole, made } = await runStudio(selfies)
  sharp.concurrency(1)
  const bare = await cost(() => runBare(selfies))
  const ratio = whole.cpu / bare.cpu
  const preview = await measurePreview(selfies[0]?.bytes ?? new Uint8Array())
  const show = ({ cpu, wall }: Cost): string => `${cpu.toFixed(1)} s of processor time, ${wall.toFixed(1)} s`
  return [
    { what: `studio, ${SELFIES} selfies to ${made} headshots, one process`, figure: show(whole), bar: '' },
    { what: 'its nets and libvips alone on the same pixels', figure: show(bare), bar: '' },
    {
      what: 'studio over nets and libvips alone',
      figure: `${ratio.toFixed(2)} x`,
      bar: `<= ${BAR} x: ${ratio <= BAR ? 'met' : 'missed'}`,
    },
    {
      what: 'first watermarked preview of a selfie, processes not yet started',
      figure: `${preview.cold.early.toFixed(2)} s`,
      bar: `<= ${PREVIEW_BAR_SECONDS} s: ${preview.cold.early <= PREVIEW_BAR_SECONDS ? 'met' : 'missed'}`,
    },
    { what: 'the same, processes running', figure: `${preview.warm.early.toFixed(2)} s`, bar: '' },
    {
      what: 'the verdict on a selfie, processes running',
      figure: `${preview.warm.verdict.toFixed(2)} s`,
      bar: '',
    },
    {
      what: 'memory of `npm run headshots` at peak, two processes and the one that asks, a page counted once',
      figure: `${(await commandPeakMb(selfies)).toFixed(0)} MB`,
      bar: '',
    },
  ]
}

/** What the product does: check, train, render until enough passed. */
async function runStudio(
  selfies: readonly { id: string; bytes: Uint8Array }[],
): Promise<{ whole: Cost; made: number }> {
  const studio = createStudio({ threads: 1 })
  let made = 0
  try {
    const whole = await cost(async () => {
      const read = []
      for (const selfie of selfies) read.push({ ...selfie, reading: await studio.readSelfie(selfie.bytes) })
      const model = await studio.train(read)
      const plan = await studio.plan(model, STYLE, HEADSHOTS + REROLLS_MAX)
      const gate = createDuplicateFilter([], fingerprintDistance)
      const filling = { items: plan, wanted: HEADSHOTS, parallelism: 1, framingOf, kept: [] }
      await renderUntilEnough(filling, async (shot) => {
        const { passed } = gate(await studio.render(model, STYLE, shot))
        if (passed) made++
        return passed
      })
    }, studio)
    return { whole, made }
  } finally {
    await studio.close()
  }
}

/** Peak memory of the same work in a program that does only this. */
async function commandPeakMb(selfies: readonly { id: string; bytes: Uint8Array }[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-studio-'))
  try {
    const [taken, out] = [join(folder, 'selfies'), join(folder, 'out')]
    await mkdir(taken)
    for (const { id, bytes } of selfies) await writeFile(join(taken, `${id}.jpg`), bytes)
    const order = [taken, '--out', out, '--style', STYLE, '--count', String(HEADSHOTS), '--threads', '2']
    return (await runWatched(['scripts/headshots/main.ts', ...order], {}, ownMb)).peakMb
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Waits {
  /** Until the preview that the net of people alone cuts out, which is replaced later. */
  early: number
  /** Until the verdict, which waits for the large net; the preview that stays is drawn after it. */
  verdict: number
}

/** Wall-clock seconds from a selfie on, because a person waits: the first time processes start, the second time they run. */
async function measurePreview(bytes: Uint8Array): Promise<{ cold: Waits; warm: Waits }> {
  const studio = createStudio({ threads: 2 })
  const once = async (): Promise<Waits> => {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    let early = NaN
    await studio.takeSelfie(bytes, {
      async onSound(draw) {
        if (await draw({ styleId: STYLE, text: 'PREVIEW' })) early = seconds()
      },
    })
    if (Number.isNaN(early)) throw new Error('no preview')
    return { early, verdict: seconds() }
  }
  try {
    return { cold: await once(), warm: await once() }
  } finally {
    await studio.close()
  }
}

/** Every net that reads a selfie or judges a headshot, once, and libvips' share; without computation between them. */
async function runBare(selfies: readonly { bytes: Uint8Array }[]): Promise<void> {
  const framed: Raster[] = []
  for (const { bytes } of selfies) {
    const { raster } = await decodeSelfie(bytes)
    const face = raster && (await detectFaces(raster))[0]
    if (!face) throw new Error('the drawing shows no face')
    await handCover(raster, face)
    await describeFace(raster, face.mesh)
    await describeFaceAgain(raster, face.mesh)
    await readNudity(raster)
    await readPleased(raster, face.mesh)
    await segmentPerson(raster)
    const frame = await resize(raster, FRAME_WIDTH, FRAME_HEIGHT)
    const scale = FRAME_WIDTH / raster.width
    const mesh = face.mesh.map((value) => value * scale)
    await segmentHeadAndBody(
      frame,
      {
        centreX: eyeLine(mesh).middle.x,
        eyeY: eyeLine(mesh).middle.y,
        chinY: vertex(mesh, CHIN).y,
        faceHeight: faceHeight(mesh),
        face: new Float32Array(frame.width * frame.height),
      },
      exposure(0.26),
      2,
    )
    await cutOutOf(await seenByNet(frame))
    await encodeHeadshot(frame, MARK)
    framed.push(frame)
  }
  for (let index = 0; index < HEADSHOTS; index++) {
    const frame = framed[index % framed.length]
    if (!frame) return
    const headshot = await resize(frame, HEADSHOT_WIDTH, HEADSHOT_HEIGHT)
    const [face] = await detectFaces(headshot)
    if (!face) throw new Error('the headshot shows no face')
    await describeFace(headshot, face.mesh)
    await describeFaceAgain(headshot, face.mesh)
    await handCover(headshot, face)
    await segmentPerson(await resize(headshot, VIEW_SIZE.width, VIEW_SIZE.height))
    await encodeHeadshot(headshot, MARK)
  }
}

async function resize({ data, ...size }: Raster, width: number, height: number): Promise<Raster> {
  const pixels = await sharp(data, { raw: { ...size, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return { width, height, data: pixels }
}
