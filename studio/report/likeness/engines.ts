import { findFace, readSelfie } from '#studio/intake/selfie.ts'
import { buildModel } from '#studio/model/model.ts'
import { prepareSelfie } from '#studio/model/prepare.ts'
import { renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import { describeRaster } from './people.ts'
import type { Described, DescribedPicture, Person } from './people.ts'

/** A finished picture, and the person's pictures it was not made from. */
interface Compared {
  /** Null where no face was found in the picture. */
  described: Described | null
  heldOut: readonly DescribedPicture[]
}

/** A finished picture of a person. */
export interface Made extends Compared {
  engine: string
  person: Person
}

const EMBEDDED = 'studio'
const STYLE = 'studio-grey'

/**
 * Each engine's pictures: the embedded studio's headshots are made here, of all pictures of a person but the last,
 * which they are then compared with; another engine's lie in the person's folder and are compared with all pictures,
 * because their sources are unknown.
 */
export async function madeOf(people: readonly Person[], headshots: number): Promise<Made[]> {
  const made: Made[] = []
  for (const person of people) {
    for (const one of await madeByStudio(person.pictures, headshots))
      made.push({ engine: EMBEDDED, person, ...one })
    for (const { engine, described } of person.made)
      made.push({ engine, person, described, heldOut: person.pictures })
  }
  return made
}

/** The studio's headshots of all pictures but the last, to be compared with that; none of one picture. */
export async function madeByStudio(
  pictures: readonly DescribedPicture[],
  headshots: number,
): Promise<Compared[]> {
  const prepared = []
  const readings = []
  for (const { file, bytes } of pictures.slice(0, -1)) {
    const reading = await readSelfie(bytes)
    const found = reading.reasons.length === 0 ? await findFace(bytes, reading) : null
    if (!found) continue
    const { raster, face, focalLength35Mm } = found
    prepared.push(await prepareSelfie({ id: file, raster, face, focalLength35Mm }))
    readings.push(reading)
  }
  if (prepared.length === 0) return []
  const model = buildModel(prepared, readings)
  const made: Compared[] = []
  for (const shot of planBundle(model, STYLE, headshots))
    made.push({
      described: await describeRaster(await renderShot(model, STYLE, shot)),
      heldOut: pictures.slice(-1),
    })
  return made
}
