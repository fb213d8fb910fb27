import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '#tests/support/node-test.ts'
import { alphaByNet } from './matting.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matting-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A net of one convolution: alpha is the sum of the channels times the weights. */
async function writeNet(name: string, channels: number, weights: readonly number[]): Promise<string> {
  const shape = (...sizes: number[]) => ({ shape: { dim: sizes.map((size) => ({ size: String(size) })) } })
  const float = { type: 'DT_FLOAT' }
  const outputs = weights.length / channels
  const node = [
    { name: 'picture', op: 'Placeholder', attr: { dtype: float, shape: shape(1, -1, -1, channels) } },
    {
      name: 'weights',
      op: 'Const',
      attr: {
        dtype: float,
        value: { tensor: { dtype: 'DT_FLOAT', tensorShape: shape(1, 1, channels, outputs).shape } },
      },
    },
    {
      name: 'alpha',
      op: 'Conv2D',
      input: ['picture', 'weights'],
      attr: {
        T: float,
        data_format: { s: Buffer.from('NHWC').toString('base64') },
        padding: { s: Buffer.from('SAME').toString('base64') },
        strides: { list: { i: ['1', '1', '1', '1'] } },
        dilations: { list: { i: ['1', '1', '1', '1'] } },
      },
    },
  ]
  const values = Float32Array.from(weights)
  // In two files, as converters part large ones.
  const half = 4 * Math.floor(weights.length / 2)
  const bytes = Buffer.from(values.buffer)
  const paths = [`${name}-1.bin`, `${name}-2.bin`]
  await writeFile(path.join(folder, `${name}-1.bin`), bytes.subarray(0, half))
  await writeFile(path.join(folder, `${name}-2.bin`), bytes.subarray(half))
  const file = path.join(folder, `${name}.json`)
  await writeFile(
    file,
    JSON.stringify({
      format: 'graph-model',
      modelTopology: { node, versions: { producer: 1 } },
      weightsManifest: [
        { paths, weights: [{ name: 'weights', shape: [1, 1, channels, outputs], dtype: 'float32' }] },
      ],
    }),
  )
  return file
}

/** Red on the left, green on the right. */
function halves(width: number, height: number) {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) data[i * 3 + (i % width < width / 2 ? 0 : 1)] = 255
  return { width, height, data }
}

test('sees colours in -1..1 at its own size and gives alpha in 0..1', async () => {
  const file = await writeNet('red', 3, [0.75, -0.75, 0])
  const { width, height, data } = await alphaByNet(file, halves(400, 500))
  expect([width, height]).toEqual([512, 640])
  expect(data[320 * width + 20]).toBe(1)
  expect(data[320 * width + width - 20]).toBe(0)
})

test.each([
  ['takes no colours', 'grey', 1, [1, 0]],
  ['gives more than alpha', 'both', 3, [1, 0, 0, 1, 0, 0]],
] as const)('a net that %s is refused', async (_, name, channels, weights) => {
  const file = await writeNet(name, channels, weights)
  await expect(alphaByNet(file, halves(64, 64))).rejects.toThrow(RangeError)
})
