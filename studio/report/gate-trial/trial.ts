import { CHARACTERS } from '#tests/cast/cast.ts'
import type { DrawnId } from '#tests/cast/everybody.ts'
import { judgeHeadshot } from '#studio/gate/gate.ts'
import type { GateMeasures, GateReason } from '#studio/gate/rules.ts'
import { isColourless, STYLE_IDS } from '#studio/scene/styles.ts'
import type { Fault } from './faults.ts'
import { drawnPerson, finishedOf, SOUND_PEOPLE } from './people.ts'
import type { DrawnPerson, Finished } from './people.ts'

/** One picture that was judged. */
export interface Judged {
  person: DrawnId
  /** The fault's name, or the style of a sound picture. */
  name: string
  reasons: readonly GateReason[]
  /** Whether the gate was right: a true reason for a fault, none for a sound picture. */
  isRight: boolean
  measures: GateMeasures | null
  gateMs: number
}

type Report = (judged: Judged, picture: Finished) => void

async function judge(picture: Finished): Promise<Pick<Judged, 'reasons' | 'measures' | 'gateMs'>> {
  const startedAt = performance.now()
  const options = { colourless: isColourless(picture.styleId), cut: picture.cut }
  const { reasons, measures } = await judgeHeadshot(picture.raster, picture.person, options)
  return { reasons, measures, gateMs: performance.now() - startedAt }
}

const people = new Map<DrawnId, Promise<DrawnPerson>>()

function personOf(name: DrawnId): Promise<DrawnPerson> {
  const known = people.get(name) ?? drawnPerson(name)
  people.set(name, known)
  return known
}

/** A colour style, another for each person and fault: the measures must not hang on a backdrop. */
function styleFor(person: number, fault: number) {
  const styles = STYLE_IDS.filter((id) => !isColourless(id))
  return styles[(5 * person + 3 * fault) % styles.length] ?? 'studio-grey'
}

/** Each fault on so many people, the first another for each fault. */
export async function tryFaults(faults: readonly Fault[], peopleEach: number, report: Report): Promise<void> {
  for (const [index, fault] of faults.entries()) {
    for (let k = 0; k < peopleEach; k++) {
      const who = (index * 3 + k * Math.floor(CHARACTERS.length / peopleEach)) % CHARACTERS.length
      const [name, otherName] = [CHARACTERS[who], CHARACTERS[(who + 3) % CHARACTERS.length]]
      if (!name || !otherName || fault.but?.includes(name)) continue
      const sound = await finishedOf(await personOf(name), styleFor(who, index), index % 4)
      const other = async () => finishedOf(await personOf(otherName), styleFor(who, index), 0)
      const picture = await fault.make(sound, other)
      const judged = await judge(picture)
      const isRight =
        fault.reasons.some((reason) => judged.reasons.includes(reason)) &&
        !fault.untrue?.some((reason) => judged.reasons.includes(reason))
      report({ person: name, name: fault.name, ...judged, isRight }, picture)
    }
  }
}

/** Judges that many unchanged pictures of the studio, of all people in every style. */
export async function trySound(count: number, report: Report): Promise<void> {
  for (let i = 0; i < count; i++) {
    const name = SOUND_PEOPLE[i % SOUND_PEOPLE.length]
    const round = Math.floor(i / SOUND_PEOPLE.length)
    const styleId = STYLE_IDS[(i + round) % STYLE_IDS.length]
    if (!name || !styleId) continue
    const picture = await finishedOf(await personOf(name), styleId, round % 12)
    const judged = await judge(picture)
    report({ person: name, name: styleId, ...judged, isRight: judged.reasons.length === 0 }, picture)
  }
}
