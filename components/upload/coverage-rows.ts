import type { AdviceCode, CoverageCell, Pose, SelfieCoach } from '#contract/selfies.ts'

export const COVERAGE_POSES = ['left', 'front', 'right'] as const satisfies readonly Pose[]
export const COVERAGE_ROWS = ['even', 'side', 'smile'] as const
export type CoverageRow = (typeof COVERAGE_ROWS)[number]

/** Too little light fills no row of light: the picture is used, and a better one still asked for. */
const IN_ROW: Record<CoverageRow, (cell: CoverageCell) => boolean> = {
  even: ({ light, level }) => light === 'even' && level === 'bright',
  side: ({ light, level }) => light !== 'even' && level === 'bright',
  smile: ({ expression }) => expression === 'smile',
}

const ROW_OF_ADVICE: Partial<Record<AdviceCode, CoverageRow>> = {
  face_window: 'even',
  turn_left: 'even',
  turn_other_way: 'even',
  smile: 'smile',
  side_light: 'side',
}

export interface MapCell {
  pose: Pose
  count: number
  /** The picture the coach asks for next would fill this cell. */
  isNext: boolean
}

/** The displayed map of light and expression by pose. */
export function coverageRows({ coverage, advice }: SelfieCoach): { row: CoverageRow; cells: MapCell[] }[] {
  const next = advice[0]
  return COVERAGE_ROWS.map((row) => ({
    row,
    cells: COVERAGE_POSES.map((pose) => {
      const count = coverage
        .filter((cell) => cell.pose === pose && IN_ROW[row](cell))
        .reduce((sum, cell) => sum + cell.count, 0)
      const isNext = next !== undefined && next.pose === pose && ROW_OF_ADVICE[next.code] === row
      return { pose, count, isNext: isNext && count === 0 }
    }),
  }))
}
