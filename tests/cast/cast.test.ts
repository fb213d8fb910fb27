import { describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { CHARACTERS } from './cast.ts'
import { drawBust, drawSelfie } from './draw.ts'
import { renderSelfie } from './render.ts'
import { NEWCOMER_IDS } from './newcomers.ts'
import { BAD_TAKES, GOOD_TAKES, HOME_TAKES, TAKES } from './takes.ts'

const drawings = [
  ...CHARACTERS.flatMap((character) => GOOD_TAKES.map((take) => [character, take.id, take] as const)),
  ...NEWCOMER_IDS.flatMap((character) => HOME_TAKES.map((take) => [character, take.id, take] as const)),
]

describe('drawSelfie', () => {
  testEach(drawings)('%s, %s: one well-formed document, the same each time', async (character, _id, take) => {
    const svg = drawSelfie(character, take)
    expect(svg).toBe(drawSelfie(character, take))
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const { format, width, height } = await sharp(Buffer.from(svg), { unlimited: true }).metadata()
    expect({ format, width, height }).toEqual({ format: 'svg', width: 1200, height: 1500 })
    const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
    const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    expect(used.filter((id) => !defined.has(id))).toEqual([])
  })

  test('no two takes are the same picture', () => {
    expect(new Set(TAKES.map((take) => drawSelfie('elia', take))).size).toBe(TAKES.length)
  })

  test('ids differ between drawings, so that several may share a page', () => {
    const ids = CHARACTERS.flatMap((character) => {
      const svg = drawSelfie(character, BAD_TAKES.twoFaces) + drawBust(character, BAD_TAKES.twoFaces)
      return [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    })
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('renderSelfie', () => {
  test('gives the same JPEG bytes for the same character and take', async () => {
    const [take] = GOOD_TAKES
    if (take === undefined) throw new Error('no takes')
    const [first, second] = [
      await renderSelfie('amara', take, { widthPx: 200 }),
      await renderSelfie('amara', take, { widthPx: 200 }),
    ]
    expect(Buffer.compare(first, second)).toBe(0)
    const { format, width, height } = await sharp(first).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 200, height: 250 })
  })
})
