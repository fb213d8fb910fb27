import { clsx } from 'clsx'
import type { HeadshotCut } from '#contract/headshot-files.ts'
import { Picture } from '#components/product/picture.tsx'

interface Props {
  userImageKey: string
  thumbnailUrl: string
  /** Size of the headshot, in whose pixels the crop is given. */
  width: number
  height: number
  cut: Pick<HeadshotCut, 'box' | 'isRound'>
  className?: string
}

/** The whole headshot, with the part that a format shows in full brightness. */
export function CropFrame({ userImageKey, thumbnailUrl, width, height, cut, className }: Props) {
  const { box, isRound } = cut
  const part = {
    left: `${(100 * box.left) / width}%`,
    top: `${(100 * box.top) / height}%`,
    width: `${(100 * box.width) / width}%`,
    height: `${(100 * box.height) / height}%`,
  }
  return (
    <div
      aria-hidden="true"
      className={clsx('relative overflow-hidden rounded-sm bg-sheet', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <Picture
        id={userImageKey}
        url={thumbnailUrl}
        alt=""
        fallback={<span />}
        className="absolute inset-0 size-full"
      />
      <div
        className={clsx(
          // One shadow dims the surroundings of any shape.
          'absolute border-2 border-on-glow outline-[200vmax] outline-sheet/65',
          isRound && 'rounded-full',
        )}
        style={part}
      />
    </div>
  )
}
