/** A chart as a small SVG that reads on light and dark ground: its colors follow `prefers-color-scheme`. */
export interface Chart {
  title: string
  x: Axis
  y: Axis
  series: readonly Series[]
  /** A level to be seen across, such as a promise. */
  line?: { at: number; label: string }
}

interface Axis {
  label: string
  from: number
  to: number
  ticks: readonly number[]
  isLog?: boolean
  show?: (value: number) => string
}

interface Series {
  label: string
  points: readonly (readonly [number, number])[]
  /** Single points instead of a line. */
  isDots?: boolean
}

const WIDTH = 640
const HEIGHT = 314
const BOX = { left: 64, top: 48, right: 608, bottom: 256 }
const LEGEND_Y = 304

/** On white and on GitHub's dark ground alike at least 3 : 1. */
const STYLE = `text{font:12px system-ui,sans-serif;fill:#59636e}.t{font-weight:600;fill:#1f2328}.g{stroke:#d1d9e0}.l{stroke:#cf222e;stroke-dasharray:4 3}
.s0{stroke:#0969da}.s1{stroke:#bc4c00}.s2{stroke:#1a7f37}.s3{stroke:#8250df}.f0{fill:#0969da}.f1{fill:#bc4c00}.f2{fill:#1a7f37}.f3{fill:#8250df}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.t{fill:#f0f6fc}.g{stroke:#3d444d}.l{stroke:#f85149}.s0{stroke:#4493f8}.s1{stroke:#db6d28}.s2{stroke:#3fb950}.s3{stroke:#ab7df8}.f0{fill:#4493f8}.f1{fill:#db6d28}.f2{fill:#3fb950}.f3{fill:#ab7df8}}`

export function svgOf({ title, x, y, series, line }: Chart): string {
  const atX = scaleOf(x, BOX.left, BOX.right)
  const atY = scaleOf(y, BOX.bottom, BOX.top)
  const grid = [
    ...y.ticks.flatMap((tick) => [
      `<path class="g" d="M${BOX.left} ${atY(tick)}H${BOX.right}"/>`,
      text(BOX.left - 8, atY(tick) + 4, shown(y, tick), 'end'),
    ]),
    ...x.ticks.map((tick) => text(atX(tick), BOX.bottom + 17, shown(x, tick), 'middle')),
    text(BOX.right, BOX.bottom + 17, x.label, 'end', ' dy="14"'),
    text(BOX.left - 52, BOX.top - 8, y.label),
  ]
  const level = line && [
    `<path class="l" d="M${BOX.left} ${atY(line.at)}H${BOX.right}"/>`,
    text(BOX.right, atY(line.at) - 5, line.label, 'end'),
  ]
  const drawn = series.map(({ points, isDots }, index) => {
    const places = points.map(([px, py]) => [atX(px), atY(py)] as const)
    if (isDots === true)
      return places.map(([cx, cy]) => `<circle class="f${index}" cx="${cx}" cy="${cy}" r="3"/>`).join('')
    const path = places.map(([px, py]) => `${px} ${py}`).join('L')
    return `<path class="s${index}" fill="none" stroke-width="2" stroke-linejoin="round" d="M${path}"/>`
  })
  const step = (BOX.right - BOX.left) / Math.max(1, series.length)
  const legend = series.map(({ label }, index) => {
    const left = round(BOX.left + index * step)
    return `<rect class="f${index}" x="${left}" y="${LEGEND_Y - 9}" width="10" height="10"/>${text(left + 15, LEGEND_Y, label)}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<text class="t" x="${BOX.left - 52}" y="16">${escaped(title)}</text>`,
    ...grid,
    ...drawn,
    ...(level ?? []),
    ...legend,
    '</svg>\n',
  ].join('\n')
}

function scaleOf({ from, to, isLog }: Axis, start: number, end: number): (value: number) => number {
  const place = isLog === true ? Math.log : (value: number) => value
  const span = place(to) - place(from)
  return (value) => round(start + ((end - start) * (place(value) - place(from))) / span)
}

const round = (value: number): number => Math.round(10 * value) / 10
const shown = ({ show }: Axis, value: number): string => show?.(value) ?? String(value)
const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function text(x: number, y: number, words: string, anchor = 'start', more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`
}
