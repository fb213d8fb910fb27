import { CHIN, vertex } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

/** Middle of the lower lip's lower edge. */
const BELOW_LIP = 17
/** Share of the way from the lip to the chin, half a tongue's width and the cells' reach, in face heights. */
const DOWN = 0.4
const ASIDE = 0.17
const REACH = 0.035

/** Vertices on both cheeks. */
const CHEEKS = [50, 280] as const

/**
 * How much nearer to pink the middle of the chin is than the skin about it, in ln of red times blue over green
 * squared: a tongue. Lips may gape on one side of it; beards are as red on both, and dark skin as red as a tongue,
 * but never as blue.
 */
export function measureTongue(view: PictureView): number {
  const { mesh, faceHeight } = view
  const [lip, chin] = [vertex(mesh, BELOW_LIP), vertex(mesh, CHIN)]
  const [x, y] = [lip.x + DOWN * (chin.x - lip.x), lip.y + DOWN * (chin.y - lip.y)]
  const aside = ASIDE * faceHeight
  const beside = [-aside, aside].map((across) => pinkAt(view, { x: x + across, y }))
  const cheeks = CHEEKS.map((index) => pinkAt(view, vertex(mesh, index)))
  return pinkAt(view, { x, y }) - Math.max(Math.min(...beside), ...cheeks)
}

/** Mean about a point. */
function pinkAt({ cells, faceHeight }: PictureView, { x, y }: Point): number {
  const reach = Math.max(1, Math.round((REACH * faceHeight) / CELL))
  const [column, row] = [Math.round(x / CELL), Math.round(y / CELL)]
  let [sum, count] = [0, 0]
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const cell = (row + dy) * cells.width + column + dx
      sum += (cells.red[cell] ?? 0) + (cells.blue[cell] ?? 0)
      count++
    }
  return sum / count
}
