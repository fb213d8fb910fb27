import { madeByStudio } from '#studio/report/likeness/engines.ts'
import { DESCRIPTORS, describeBytes, likenessTo } from '#studio/report/likeness/people.ts'
import type { DescribedPicture, DescriptorName } from '#studio/report/likeness/people.ts'
import { figure, rangeOf } from '#studio/report/statistics.ts'

/** How alike an engine's pictures are to selfies they were not made from, by one descriptor. */
export interface LikenessRow {
  engine: string
  descriptor: DescriptorName
  pictures: number
  /** Pictures without a face. */
  faceless: number
  /** Cosines to the mean of the selfies; null without a face. */
  least: number | null
  median: number | null
  most: number | null
}

/**
 * As `npm run likeness` measures it: a picture of the engine against all selfies, and the studio's, of all selfies but the
 * last, against that one.
 */
export async function measureLikeness(
  engine: string,
  selfies: readonly DescribedPicture[],
  pictures: readonly Uint8Array[],
  studioPictures: number,
): Promise<LikenessRow[]> {
  const made = []
  for (const picture of pictures) made.push({ described: await describeBytes(picture), heldOut: selfies })
  const byStudio = studioPictures > 0 ? await madeByStudio(selfies, studioPictures) : []
  const sets = [
    { name: engine, set: made },
    { name: 'the studio beside it', set: byStudio },
  ]
  return DESCRIPTORS.flatMap((descriptor) =>
    sets
      .filter(({ set }) => set.length > 0)
      .map(({ name, set }) => {
        const likeness = set.flatMap(({ described, heldOut }) =>
          described ? [likenessTo(heldOut, described, descriptor)] : [],
        )
        const { least, median, most, count } = rangeOf(likeness)
        return {
          engine: name,
          descriptor,
          pictures: set.length,
          faceless: set.length - count,
          ...(count > 0 ? { least, median, most } : { least: null, median: null, most: null }),
        }
      }),
  )
}

/** In one line: the median, with the least and the most where there are several. */
export function likenessInWords({ engine, descriptor, least, median, most }: LikenessRow): string {
  const spread = least === most ? '' : ` (${figure(least ?? NaN)}-${figure(most ?? NaN)})`
  return `${descriptor}, ${engine}: ${figure(median ?? NaN)}${spread}`
}
