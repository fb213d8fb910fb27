import { StudioStyleId } from '#contract/styles.ts'
import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { CSSProperties, ReactNode } from 'react'
import pictures from './pictures.json' with { type: 'json' }
import { Picture, type PictureFile } from './picture.tsx'

const FRAME_SIZES = '(min-width: 80rem) 184px, (min-width: 64rem) 15vw, (min-width: 40rem) 21vw, 42vw'

/** Row and column of the frame that was picked. */
const PICKED = { row: 0, column: 1 } as const

/**
 * Film on a light table: every row is one selfie with its headshots. Its caption takes its own place in the grid
 * around it.
 */
export function ContactSheet() {
  const t = useTranslations('home.sheet')
  const styles = useTranslations('styles')
  return (
    <figure className="contents">
      <div
        role="group"
        aria-label={t('label')}
        className="rounded-md bg-sheet p-3 text-sheet-ink sm:p-4 lg:col-span-8 lg:col-start-5 lg:row-span-2 lg:row-start-2 lg:self-start"
      >
        {pictures.sheet.map((row, index) => (
          <ul
            key={row.selfie.name}
            className={clsx(
              'grid grid-cols-2 gap-x-2 gap-y-3 sm:grid-cols-4 sm:gap-x-3',
              index > 0 && 'mt-4 hidden sm:grid',
            )}
          >
            <Frame
              picture={row.selfie}
              number={`${index + 1}`}
              name={t('selfie')}
              alt={t('selfieAlt')}
              step={0}
              isFirst={index === 0}
            />
            {row.headshots.map((headshot, column) => {
              const picked = index === PICKED.row && column === PICKED.column
              const name = styles(`${StudioStyleId.parse(headshot.styleId)}.name`)
              return (
                <Frame
                  key={headshot.styleId}
                  picture={headshot}
                  number={`${index + 1}${'ABC'.charAt(column)}`}
                  name={name}
                  alt={t('headshotAlt', { style: name })}
                  step={column + 1}
                  isFirst={index === 0}
                  picked={picked}
                />
              )
            })}
          </ul>
        ))}
      </div>
      <figcaption className="-mt-5 max-w-[48ch] text-xs text-ink-soft lg:col-span-4 lg:row-start-3 lg:mt-0 lg:self-end lg:border-t lg:border-hairline lg:pt-3">
        {t('note')}
      </figcaption>
    </figure>
  )
}

interface FrameProps {
  picture: PictureFile
  number: string
  name: ReactNode
  alt: string
  /** Its place in the order of developing. */
  step: number
  /**
   * In the first row. Phones do not show the second row, and when it appears, in a screenshot of the whole page too,
   * it must not develop again.
   */
  isFirst: boolean
  picked?: boolean
}

function Frame({ picture, number, name, alt, step, isFirst, picked = false }: FrameProps) {
  const order: CSSProperties & Record<'--step', number> = { '--step': step }
  return (
    <li style={order} className="relative min-w-0">
      <Picture
        picture={picture}
        alt={alt}
        sizes={FRAME_SIZES}
        eager={isFirst}
        className={clsx('rounded-[2px]', isFirst && 'developing')}
      />
      <p
        className={clsx(
          'mt-2 flex flex-wrap items-baseline gap-x-2 text-xs leading-tight tabular-nums',
          picked ? 'font-semibold text-film-ink' : 'text-sheet-soft',
        )}
      >
        <span className="font-semibold text-film-ink">{number}</span>
        <span>{name}</span>
      </p>
      {picked && <PencilMark />}
    </li>
  )
}

/** The editor's grease pencil around the chosen frame. */
function PencilMark() {
  return (
    <svg
      viewBox="0 0 100 125"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="pointer-events-none absolute -inset-x-1.5 -top-1.5 aspect-[4/5] w-[calc(100%+0.75rem)] overflow-visible"
    >
      <path
        d="M3 6C30 1.5 72 2 97 3.5c2.5 30 1.6 88 1 116-30 3.6-72 3-96.5 1.5C.4 86 .6 38 4.5 1.5"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  )
}
