/** Retouching on request beyond the usual, because it changes a person a little. */
export const CARES = ['glare', 'teeth', 'eyes', 'strays', 'lint'] as const

/**
 * Each a degree, 0 not at all to 1. Glare: shine on the skin, reflections on glasses. Teeth: yellow off them. Eyes: red
 * off lids and whites. Strays: single hairs that stand off the head. Lint: bright specks on cloth.
 */
export type Care = Readonly<Record<(typeof CARES)[number], number>>

export const NO_CARE: Care = { glare: 0, teeth: 0, eyes: 0, strays: 0, lint: 0 }
