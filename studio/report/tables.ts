import { LIKENESS, PORTRAIT } from '#studio/gate/limits.ts'
import type { IdentityFigures, Rate } from './identity.ts'
import type { MeasuredHeadshot, SubjectReport } from './measure-subject.ts'
import { figure, quantile, rangeOf } from './statistics.ts'

/** A table in Markdown; the first column is text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Accepted and refused, with how often each reason was given. */
export function intakeTable(subjects: readonly SubjectReport[]): string {
  const rows = subjects.map(({ label, verdicts }) => {
    const accepted = verdicts.filter((verdict) => verdict.accepted).length
    const refused = verdicts.filter((verdict) => !verdict.accepted)
    const reasons = refused.map(({ id, reasons: own }) => `${id}: ${own.join(', ')}`)
    return [label, String(accepted), String(refused.length), reasons.join('; ') || '–']
  })
  return table(['who', 'accepted', 'refused', 'why'], rows)
}

const isColourless = ({ measures }: MeasuredHeadshot): boolean => measures?.skinDelta === null

/** Likeness, skin and frame of each subject's headshots. */
export function headshotTable(subjects: readonly SubjectReport[]): string {
  const rows = withAll(subjects).map(({ label, headshots, verdicts }) => {
    // Of one selfie the mean is that selfie: a picture would be compared with itself.
    const isAlone = verdicts.filter(({ accepted }) => accepted).length === 1
    const failed = headshots.filter(({ passed }) => !passed)
    const of = (values: number[], digits = 2): string => {
      const { least, median, most } = rangeOf(values)
      return `${figure(least, digits)} / ${figure(median, digits)} / ${figure(most, digits)}`
    }
    const measured = headshots.flatMap(({ measures }) => (measures ? [measures] : []))
    const likeness = rangeOf(headshots.filter((shot) => !isColourless(shot)).map((shot) => shot.likeness))
    const colourless = rangeOf(headshots.filter(isColourless).map((shot) => shot.likeness))
    return [
      label,
      `${headshots.length - failed.length} of ${headshots.length}`,
      failed
        .flatMap(({ styleId, reasons }) => reasons.map((reason) => `${reason} (${styleId})`))
        .join(', ') || '–',
      isAlone ? 'one selfie: not told' : `${figure(likeness.median)} / ${figure(likeness.least)}`,
      isAlone ? '–' : figure(colourless.median),
      of(
        measured.flatMap(({ skinDelta }) => (skinDelta === null ? [] : [skinDelta])),
        1,
      ),
      of(measured.map(({ faceShare }) => faceShare)),
      of(measured.map(({ eyeLine }) => eyeLine)),
    ]
  })
  const head = [
    'who',
    'passed',
    'refused because',
    'likeness, median / worst',
    'black and white',
    `skin, CIEDE2000 (limit ${PORTRAIT.skinDelta})`,
    'face height',
    'eye line',
  ]
  return table(head, rows)
}

/** Halo and banding by style, over all subjects: faults of a style show in every face. */
export function edgeTable(subjects: readonly SubjectReport[]): string {
  const headshots = subjects.flatMap((subject) => subject.headshots)
  const styleIds = [...new Set(headshots.map(({ styleId }) => styleId))]
  const percent = (values: number[]): string => {
    const { median, most } = rangeOf(values)
    return `${figure(100 * median, 1)} / ${figure(100 * most, 1)} %`
  }
  const rows = styleIds.map((styleId) => {
    const own = headshots.filter((shot) => shot.styleId === styleId)
    const width = rangeOf(own.map(({ edge }) => edge.softWidthPx))
    const runs = rangeOf(own.map(({ banding }) => banding.longestRun))
    const sigma = rangeOf(own.map(({ banding }) => banding.highPassSigma))
    return [
      styleId,
      String(own.length),
      percent(own.map(({ edge }) => edge.brightHalo)),
      percent(own.map(({ edge }) => edge.darkHalo)),
      `${figure(width.median, 1)} / ${figure(width.most, 1)}`,
      `${figure(runs.median, 0)} / ${figure(runs.most, 0)}`,
      `${figure(sigma.median, 4)} / ${figure(sigma.most, 4)}`,
    ]
  })
  const head = [
    'style',
    'headshots',
    'pale rim',
    'dark fringe',
    'soft edge, px',
    'longest run, px',
    'fine noise, sigma',
  ]
  return table(head, rows)
}

/** Same person and strangers, and what the gate would decide. */
export function identityTable(figures: readonly (IdentityFigures & { name: string })[]): string {
  const rows = figures.map(({ name, people, selfies, genuine, impostor, falseAccepts, falseRejects }) => [
    name,
    `${selfies} of ${people}`,
    `${genuine.length}: ${spread(genuine)}`,
    `${impostor.length}: ${spread(impostor)}`,
    rate(falseRejects),
    rate(falseAccepts),
  ])
  const head = [
    'set',
    'selfies, people',
    'pairs of one person: least / median / most',
    'pairs of strangers: least / median / most',
    'own refused',
    'strangers let pass',
  ]
  return table(head, rows)
}

function spread(ascending: readonly number[]): string {
  return [0, 0.5, 1].map((share) => figure(quantile(ascending, share))).join(' / ')
}

function rate({ wrong, of }: Rate): string {
  return of === 0 ? 'too few' : `${wrong} of ${of} (${figure((100 * wrong) / of, 1)} %)`
}

/** How much nearer to the truth than Lanczos an enlargement is, by part of the picture. */
export function enlargementTable(subjects: readonly SubjectReport[]): string {
  const rows = subjects.flatMap(({ label, headshots }) =>
    headshots.flatMap(({ enlargement }) =>
      enlargement.map(({ factor, eyes, hair }) => [label, `${factor}x`, db(eyes), db(hair)]),
    ),
  )
  return table(['who', 'times', 'eyes', 'hair'], rows)
}

function db(gain: number): string {
  return `${gain < 0 ? '' : '+'}${figure(gain, 1)} dB`
}

/** Seconds of each stage, and how many of what each figure is over. */
export function speedTable(subjects: readonly SubjectReport[]): string {
  const headshots = subjects.flatMap((subject) => subject.headshots)
  const stage = (name: string, values: number[]): string[] => {
    const { median, most, count } = rangeOf(values)
    return [name, figure(median), figure(most), String(count)]
  }
  const trained = withAll(subjects)
  return table(
    ['stage', 'seconds, median', 'most', 'of'],
    [
      stage(
        'check one selfie',
        subjects.map(({ seconds }) => seconds.read),
      ),
      stage(
        'prepare one selfie',
        trained.map(({ seconds }) => seconds.prepare),
      ),
      stage(
        'render one headshot',
        headshots.map(({ timings }) => timings.renderMs / 1000),
      ),
      stage(
        'gate',
        headshots.map(({ timings }) => timings.gateMs / 1000),
      ),
      stage(
        'encode',
        headshots.map(({ timings }) => timings.encodeMs / 1000),
      ),
    ],
  )
}

function withAll(subjects: readonly SubjectReport[]): SubjectReport[] {
  return subjects.filter(({ headshots }) => headshots.length > 0)
}

/** The threshold's rule in one line. */
export const THRESHOLD_RULE =
  `least typical selfie less ${LIKENESS.slack}, within ${LIKENESS.leastNeeded} and ${LIKENESS.mostNeeded}; ` +
  `${LIKENESS.colourless} less without colour`
