import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { EXPORT_PRESET_IDS } from '#studio/export/presets.ts'
import type { ExportPresetId } from '#studio/export/presets.ts'
import { STYLE_IDS } from '#studio/styles.ts'
import type { StyleId } from '#studio/styles.ts'
import { UPSCALE_FACTORS } from '#studio/upscale/factors.ts'
import type { UpscaleFactor } from '#studio/upscale/factors.ts'

const USAGE = `npm run headshots -- <folder of selfies> --style <${STYLE_IDS.join('|')}> | --all-styles
  --out <folder> [--count 12, per style] [--contact-sheet] [--threads 2]
  [--upscale ${UPSCALE_FACTORS.join('|')}] [--exports all|<${EXPORT_PRESET_IDS.join(',')}>]`

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
}

/** The order cannot be carried out; the message is one sentence for the person at the terminal. */
export class OrderError extends Error {
  override name = 'OrderError'
}

/** @throws OrderError */
export function parseOrder(args: string[]): Order {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        style: { type: 'string' },
        'all-styles': { type: 'boolean', default: false },
        'contact-sheet': { type: 'boolean', default: false },
        out: { type: 'string' },
        count: { type: 'string', default: '12' },
        upscale: { type: 'string' },
        exports: { type: 'string' },
        threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
      },
    })
  } catch (error) {
    throw new OrderError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`)
  }
  const { values, positionals } = parsed
  const folder = positionals[0]
  if (!folder || !values.out)
    throw new OrderError(`A folder of selfies and --out are needed.\nUsage: ${USAGE}`)
  return {
    folder,
    styleIds: stylesOf(values.style, values['all-styles']),
    out: values.out,
    count: wholeNumber('--count', values.count, 100),
    contactSheet: values['contact-sheet'],
    threads: wholeNumber('--threads', values.threads, 64),
    upscale: factorOf(values.upscale),
    exports: presetsOf(values.exports),
  }
}

function stylesOf(wanted: string | undefined, all: boolean): readonly StyleId[] {
  if (all && wanted !== undefined)
    throw new OrderError('Either --style or --all-styles can be given, not both.')
  if (all) return STYLE_IDS
  const styleId = STYLE_IDS.find((id) => id === wanted)
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

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new OrderError(`${name} must be a whole number from 1 to ${most}, not "${text}".`)
  }
  return value
}
