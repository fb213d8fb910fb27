import type { Hair } from './hair.ts'
import type { Sketch } from './sketch.ts'

/** Half face widths over which one colour goes over into the other, below the eyes. */
const FROM = 0.15
const TO = 0.95

/** Hair of two colours: the same cut once more in the colour of its ends, let through further down. */
export function ombre(s: Sketch, cut: (s: Sketch) => Hair): Hair {
  const hair = cut(s)
  const { ends } = s.who.hair
  if (ends === undefined) return hair
  const dyed = cut({ ...s, who: { ...s.who, hair: { ...s.who.hair, colour: ends } } })
  const ramp = s.linear(s.head([0, FROM, 0]), s.head([0, TO, 0]), [
    [0, '#000000'],
    [1, '#ffffff'],
  ])
  const mask = s.define(
    (id) =>
      `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%"><rect width="100%" height="100%" fill="${ramp}"/></mask>`,
  )
  const over = (roots: string, tips: string) => `${roots}<g mask="url(#${mask})">${tips}</g>`
  return { back: over(hair.back, dyed.back), front: over(hair.front, dyed.front) }
}
