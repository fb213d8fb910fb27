/** Primaries adapted to D50 (Bradford) and the curve of Adobe RGB (1998), section 4.3: gamma 2 + 51/256. */
const COLOURANTS = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
  wtpt: [0.9642, 1, 0.82491],
} as const
const GAMMA_8_8 = 0x0233

/** A matrix profile of Adobe RGB (1998), as cameras embed it (ICC.1:2001-04, 6.1 and 6.3). */
export function adobeRgbProfile(): Buffer {
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\0\0\0\0', 'latin1')
  curve.writeUInt16BE(GAMMA_8_8, 12)
  const name = 'Adobe RGB (1998)\0'
  const description = Buffer.alloc(92 + name.length + (4 - ((92 + name.length) % 4)))
  description.write('desc', 0, 'latin1')
  description.writeUInt32BE(name.length, 8)
  description.write(name, 12, 'latin1')
  const tags: [string, Buffer][] = [
    ['desc', description],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ...Object.entries(COLOURANTS).map(([tag, xyz]): [string, Buffer] => [tag, xyzOf(xyz)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((tag): [string, Buffer] => [tag, curve]),
  ]
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  let offset = 128 + table.length
  tags.forEach(([tag, { length }], i) => {
    table.write(tag, 4 + 12 * i, 'latin1')
    table.writeUInt32BE(offset, 8 + 12 * i)
    table.writeUInt32BE(length, 12 + 12 * i)
    offset += length
  })
  const header = Buffer.alloc(128)
  header.writeUInt32BE(offset)
  header.writeUInt32BE(0x02100000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  xyzOf(COLOURANTS.wtpt).copy(header, 68, 8)
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)])
}

function xyzOf(values: readonly number[]): Buffer {
  const data = Buffer.alloc(20)
  data.write('XYZ ', 0, 'latin1')
  values.forEach((value, i) => data.writeInt32BE(Math.round(value * 65_536), 8 + 4 * i))
  return data
}
