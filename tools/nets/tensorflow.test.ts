import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readTensorflow } from './tensorflow.ts'

const text = (value: string) => ({ s: Buffer.from(value).toString('base64') })

/** A graph of one convolution with these further attributes, as TensorFlow.js keeps it. */
function kept(attr: object): string {
  const strides = { list: { i: ['1', '2', '2', '1'] } }
  const node = {
    name: 'y',
    op: 'Conv2D',
    input: ['x', 'filter', '^x'],
    attr: { strides, padding: text('SAME'), ...attr },
  }
  const weights = [
    {
      name: 'filter',
      shape: [1, 2],
      dtype: 'float32',
      quantization: { dtype: 'uint8', scale: 0.5, min: -1 },
    },
    { name: 'half', shape: [1], dtype: 'float32', quantization: { dtype: 'float16' } },
    { name: 'axis', shape: [], dtype: 'int32' },
    { name: 'bias', shape: [1], dtype: 'float32' },
  ]
  return JSON.stringify({ modelTopology: { node: [node] }, weightsManifest: [{ weights }] })
}

test('nodes and weights are read, values one after the other', () => {
  const values = Buffer.from([7, 9, 0x00, 0x3c, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f])
  const { nodes, weights, integers } = readTensorflow(kept({}), values)
  expect(nodes[0]).toMatchObject({
    name: 'y',
    input: ['x', 'filter'],
    strides: [1, 2, 2, 1],
    padding: 'SAME',
  })
  expect(weights.get('filter')).toEqual({
    shape: [1, 2],
    values: Uint8Array.of(7, 9),
    range: { scale: 0.5, min: -1 },
  })
  expect(weights.get('half')?.values).toEqual(Uint16Array.of(0x3c00))
  expect(weights.get('bias')?.values).toEqual(Float32Array.of(1))
  expect(integers.get('axis')).toEqual([-1])
})

testEach([
  ['dilations', { dilations: { list: { i: ['1', '2', '2', '1'] } } }],
  ['another grid of pixels', { half_pixel_centers: { b: false } }],
  ['other sides of 1', { squeeze_dims: { list: { i: ['0'] } } }],
])('%s that no net has are refused', (_, attr) => {
  expect(() => readTensorflow(kept(attr), new Uint8Array(12))).toThrow()
})
