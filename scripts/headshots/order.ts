import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { EXPORT_PRESET_IDS } from '#studio/export/presets.ts'
import type { ExportPresetId } from '#studio/export/presets.ts'
import { CARES, NO_CARE } from '#studio/render/cares.ts'
import type { Care } from '#studio/render/cares.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { UPSCALE_FACTORS } from '#studio/upscale/factors.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'

const DEFAULT_THREADS = Math.min(4, availableParallelism())

/** What `--help` answers. */
export const HELP = `npm run headshots -- <folder of selfies> --out <folder> (--style <style> | --all-styles)

Finishes the selfies of one person as headshots and writes them, with a report.json, into the folder named by --out.

  --style <style>     one of ${inLines(STYLE_IDS)}
  --all-styles        every one of them
  --count <number>    headshots of each style, 12 unless given
  --contact-sheet     all of them on one sheet as well
  --upscale <factor>  each enlarged as well, ${UPSCALE_FACTORS.join(' or ')} times
  --exports <formats> each in further formats: all, or some of
                      ${inLines(EXPORT_PRESET_IDS)}
  --care <degrees>    what goes beyond the usual retouching, each from 0 to 1, none
                      unless given: ${CARES.map((care) => `${care}=0.5`).join(',')}
  --threads <number>  processes at work, ${DEFAULT_THREADS} unless given
  --help              this text`

function inLines(names: readonly string[]): string {
  const rows = Array.from({ length: Math.ceil(names.length / 4) }, (_, row) =>
    names.slice(4 * row, 4 * row + 4),
  )
  return rows.map((row) => row.join(', ')).join(',\n                      ')
}

/** What the command line asks for. */
export interface Order {
  folder: string
  styleIds: readonly StyleId[]
  out: string
  /** Headshots per style. */
  count: number
  contactSheet: boolean
  threads: number
  /** Null: none. */
  upscale: UpscaleFactor | null
  exports: readonly ExportPresetId[]
  care: Care
}

/** The order cannot be carried out; the message is one sentence for the person at the terminal. */
export class OrderError extends Error {
  override name = 'OrderError'
}

/**
 * Null where help is asked for.
 * @throws OrderError
 */
export function parseOrder(args: string[]): Order | null {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        style: { type: 'string' },
        'all-styles': { type: 'boolean', default: false },
        'contact-sheet': { type: 'boolean', default: false },
        out: { type: 'string' },
        count: { type: 'string', default: '12' },
        upscale: { type: 'string' },
        exports: { type: 'string' },
        care: { type: 'string' },
        threads: { type: 'string', default: String(DEFAULT_THREADS) },
      },
    })
  } catch (error) {
    const [what] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new OrderError(`${what}. --help says what can be asked for.`)
  }
  const { values, positionals } = parsed
  if (values.help) return null
  const folder = positionals[0]
  if (!folder || !values.out)
    throw new OrderError('A folder of selfies and --out are needed. --help says what else can be asked for.')
  return {
    folder,
    styleIds: stylesOf(values.style, values['all-styles']),
    out: values.out,
    count: wholeNumber('--count', values.count, 100),
    contactSheet: values['contact-sheet'],
    threads: wholeNumber('--threads', values.threads, 64),
    upscale: factorOf(values.upscale),
    exports: presetsOf(values.exports),
    care: careOf(values.care),
  }
}

function stylesOf(wanted: string | undefined, all: boolean): readonly StyleId[] {
  if (all && wanted !== undefined)
    throw new OrderError('Either --style or --all-styles can be given, not both.')
  if (all) return STYLE_IDS
  const styleId = STYLE_IDS.find((id) => id === wanted)
  if (!styleId && wanted === undefined)
    throw new OrderError(`Which style: --style with one of ${STYLE_IDS.join(', ')}, or --all-styles.`)
  if (!styleId)
    throw new OrderError(`There is no style "${wanted ?? ''}"; there are ${STYLE_IDS.join(', ')}.`)
  return [styleId]
}

function factorOf(wanted: string | undefined): UpscaleFactor | null {
  if (wanted === undefined) return null
  const factor = UPSCALE_FACTORS.find((known) => String(known) === wanted)
  if (!factor) throw new OrderError(`--upscale must be ${UPSCALE_FACTORS.join(' or ')}, not "${wanted}".`)
  return factor
}

function presetsOf(wanted: string | undefined): readonly ExportPresetId[] {
  if (wanted === undefined) return []
  if (wanted === 'all') return EXPORT_PRESET_IDS
  return wanted.split(',').map((name) => {
    const presetId = EXPORT_PRESET_IDS.find((id) => id === name.trim())
    if (!presetId)
      throw new OrderError(`There is no format "${name}"; there are ${EXPORT_PRESET_IDS.join(', ')}.`)
    return presetId
  })
}

function careOf(wanted: string | undefined): Care {
  const care = { ...NO_CARE }
  for (const part of wanted?.split(',') ?? []) {
    const [name = '', degree = ''] = part.split('=')
    const known = CARES.find((each) => each === name.trim())
    if (!known) throw new OrderError(`There is no care "${name.trim()}"; there are ${CARES.join(', ')}.`)
    const value = degree.trim() === '' ? NaN : Number(degree)
    if (!(value >= 0 && value <= 1))
      throw new OrderError(
        `--care ${known} takes a degree from 0 to 1, as ${known}=0.5, not "${part.trim()}".`,
      )
    care[known] = value
  }
  return care
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new OrderError(`${name} must be a whole number from 1 to ${most}, not "${text}".`)
  }
  return value
}
