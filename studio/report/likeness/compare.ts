import { LIKENESS } from '#studio/gate/limits.ts'
import { cosine } from '#studio/nets/vectors.ts'
import type { Made } from './engines.ts'
import { likenessTo } from './people.ts'
import type { Described, DescriptorName, Person } from './people.ts'
import { equalErrorLimit } from './rates.ts'
import type { Pair } from './rates.ts'
import type { VariantName } from './variants.ts'

/** Pairs of one person, and of two. */
export interface Pairs {
  genuine: Pair[]
  impostor: Pair[]
}

/** A picture against every picture of every person but itself. */
function against(
  people: readonly Person[],
  owner: Person,
  file: string,
  one: Described,
  by: DescriptorName,
): Pairs {
  const pairs: Pairs = { genuine: [], impostor: [] }
  for (const person of people) {
    for (const picture of person.pictures) {
      if (person === owner && picture.file === file) continue
      const pair: Pair = { people: [owner.name, person.name], cosine: cosine(one[by], picture.described[by]) }
      pairs[person === owner ? 'genuine' : 'impostor'].push(pair)
    }
  }
  return pairs
}

function joined(parts: readonly Pairs[]): Pairs {
  return {
    genuine: parts.flatMap(({ genuine }) => genuine),
    impostor: parts.flatMap(({ impostor }) => impostor),
  }
}

/** All pairs of pictures as they came, each once. */
export function pairsOf(people: readonly Person[], by: DescriptorName): Pairs {
  const faces = people.flatMap((person) => person.pictures.map(({ described }) => ({ person, described })))
  const pairs: Pairs = { genuine: [], impostor: [] }
  faces.forEach((one, index) => {
    for (const other of faces.slice(index + 1)) {
      const pair: Pair = {
        people: [one.person.name, other.person.name],
        cosine: cosine(one.described[by], other.described[by]),
      }
      pairs[one.person === other.person ? 'genuine' : 'impostor'].push(pair)
    }
  })
  return pairs
}

/** Each picture in a variant against the others as they came, and how many lost their face. */
export function variantPairs(
  people: readonly Person[],
  variant: VariantName,
  by: DescriptorName,
): Pairs & { own: number[]; lost: number } {
  const own: number[] = []
  let lost = 0
  const parts: Pairs[] = []
  for (const person of people) {
    for (const { file, described, variants } of person.pictures) {
      const changed = variants[variant]
      if (!changed) lost++
      else {
        own.push(cosine(changed[by], described[by]))
        parts.push(against(people, person, file, changed, by))
      }
    }
  }
  return { ...joined(parts), own, lost }
}

/** Finished pictures against two kinds of means: of their person's held-out pictures, and of every other person's. */
export function enginePairs(made: readonly Made[], people: readonly Person[], by: DescriptorName): Pairs {
  return joined(
    made.map(({ person, described, heldOut }) => {
      if (!described) return { genuine: [], impostor: [] }
      const strangers = people.filter((other) => other !== person && other.pictures.length > 0)
      return {
        genuine: [{ people: [person.name, person.name], cosine: likenessTo(heldOut, described, by) }],
        impostor: strangers.map((stranger) => ({
          people: [person.name, stranger.name] as const,
          cosine: likenessTo(stranger.pictures, described, by),
        })),
      }
    }),
  )
}

/**
 * The gate's own least limit where it has one; for the other descriptor the limit of equal error on the same
 * pictures.
 */
export function limitOf({ genuine, impostor }: Pairs, by: DescriptorName): number {
  return by === 'faceres' ? LIKENESS.leastNeeded : equalErrorLimit(genuine, impostor)
}

/** The people of each value of each label, and those without any. */
export function groupsOf(people: readonly Person[]): { label: string; people: Person[] }[] {
  const groups = new Map<string, Person[]>()
  for (const person of people)
    for (const [name, value] of Object.entries(person.labels)) {
      const label = `${name} ${value}`
      groups.set(label, [...(groups.get(label) ?? []), person])
    }
  return [...groups]
    .map(([label, members]) => ({ label, people: members }))
    .sort((one, other) => (one.label < other.label ? -1 : 1))
}
