import { test } from 'node:test'
import { expect } from 'expect'
import { svgOf, type Chart } from './plots.ts'

const CHART: Chart = {
  title: 'Orders & <time>',
  x: { label: 'orders', from: 1, to: 1000, ticks: [1, 1000], isLog: true },
  y: { label: 'hours', from: 0, to: 10, ticks: [0, 5, 10], show: (value) => `${value} h` },
  series: [
    {
      label: 'half',
      points: [
        [1, 0],
        [1000, 10],
      ],
    },
  ],
  line: { at: 5, label: 'the promise' },
}

test('a line runs from corner to corner of its axes, and a level across', () => {
  const svg = svgOf(CHART)
  const [, from, to] = /class="s0"[^>]* d="M(\S+ \S+)L(\S+ \S+)"/.exec(svg) ?? []
  const grid = [...svg.matchAll(/class="[gl]" d="M(\S+) (\S+)H(\S+)"/g)].map(([, left, y, right]) => [
    `${left} ${y}`,
    `${right} ${y}`,
  ])
  // The ticks from the lowest to the highest, then the level, which is that of the middle one.
  expect([from, to]).toEqual([grid[0]?.[0], grid[2]?.[1]])
  expect(grid[3]).toEqual(grid[1])
})

test('words are escaped, and are part of the text for screen readers', () => {
  expect(svgOf(CHART)).toContain('aria-label="Orders &amp; &lt;time>"')
})

test('on dark ground each color has another', () => {
  const [light = '', dark = ''] = svgOf(CHART).split('@media (prefers-color-scheme:dark)')
  const colorsIn = (css: string) =>
    new Map([...css.matchAll(/\.(\w+)\{[^}]*#(\w{6})/g)].map(([, name, color]) => [name, color]))
  for (const [name, color] of colorsIn(light))
    expect([name, colorsIn(dark).get(name)]).not.toEqual([name, color])
  expect([...colorsIn(dark).keys()]).toEqual(expect.arrayContaining([...colorsIn(light).keys()]))
})
