/** The drawn cast: eight people who do not exist. Lengths are in half face widths (see geometry.ts). */

export const CHARACTERS = ['elia', 'mara', 'noor', 'tobias', 'amara', 'kenji', 'ines', 'ruth'] as const
export type CharacterId = (typeof CHARACTERS)[number]

export type HairStyle = 'cropped' | 'long' | 'scarf' | 'bald' | 'braids' | 'swept' | 'curls' | 'bob'
export type GarmentCut = 'crew' | 'shirt' | 'blazer' | 'rollneck' | 'vneck'

export interface Garment {
  cut: GarmentCut
  colour: string
  /** What shows under a blazer or a jumper. */
  under?: string
}

export interface Character {
  skin: string
  blush: string
  lip: string
  /** 0 at twenty to 1 at seventy. */
  age: number
  hair: { style: HairStyle; colour: string; grey?: number }
  beard?: { colour: string; length: number }
  glasses?: string
  earrings?: string
  freckles?: boolean
  head: { cheek: number; jaw: number; chin: number; length: number; brow: number }
  eyes: {
    apart: number
    width: number
    height: number
    tilt: number
    hood: number
    iris: string
    lashes: number
  }
  brows: { thickness: number; arch: number; colour: string; y: number; tilt: number }
  nose: { width: number; length: number; bridge: number; tip: number }
  mouth: { y: number; width: number; upper: number; lower: number }
  ears: number
  neck: number
  shoulders: number
  wardrobe: readonly [Garment, Garment, Garment]
}

export const CAST: Record<CharacterId, Character> = {
  elia: {
    skin: '#d9a57e',
    blush: '#c76f55',
    lip: '#b0705f',
    age: 0.85,
    hair: { style: 'cropped', colour: '#85868a', grey: 0.5 },
    glasses: '#1d1c1f',
    head: { cheek: 0.95, jaw: 0.727, chin: 0.381, length: 1.371, brow: 1 },
    eyes: {
      apart: 0.394,
      width: 0.173,
      height: 0.85,
      tilt: 0.001,
      hood: 0.362,
      iris: '#5b6d78',
      lashes: 0.3,
    },
    brows: { thickness: 0.075, arch: 0.026, colour: '#6c6a6a', y: -0.261, tilt: -0.02 },
    nose: { width: 0.241, length: 0.568, bridge: 0.072, tip: 0.135 },
    mouth: { y: 0.83, width: 0.373, upper: 0.6, lower: 0.864 },
    ears: 1.15,
    neck: 0.6,
    shoulders: 2.2,
    wardrobe: [
      { cut: 'shirt', colour: '#c9d5e3' },
      { cut: 'crew', colour: '#34414f', under: '#e6e6e2' },
      { cut: 'blazer', colour: '#3d3f44', under: '#eef0f2' },
    ],
  },
  mara: {
    skin: '#f0c8ae',
    blush: '#e08a7c',
    lip: '#c4696a',
    age: 0.2,
    hair: { style: 'long', colour: '#5d3a25' },
    earrings: '#d9b26a',
    head: { cheek: 0.932, jaw: 0.71, chin: 0.255, length: 1.27, brow: 0.96 },
    eyes: { apart: 0.418, width: 0.2, height: 1.037, tilt: 0.024, hood: 0.373, iris: '#5f7a52', lashes: 1 },
    brows: { thickness: 0.042, arch: 0.077, colour: '#5a3a27', y: -0.285, tilt: 0.004 },
    nose: { width: 0.191, length: 0.49, bridge: 0.074, tip: 0.103 },
    mouth: { y: 0.732, width: 0.3, upper: 1.064, lower: 1.229 },
    ears: 0.9,
    neck: 0.45,
    shoulders: 1.86,
    wardrobe: [
      { cut: 'crew', colour: '#e9e2d6' },
      { cut: 'vneck', colour: '#7f3f3c' },
      { cut: 'blazer', colour: '#28344a', under: '#f3efe9' },
    ],
  },
  noor: {
    skin: '#c68b62',
    blush: '#b55f4c',
    lip: '#a2524d',
    age: 0.3,
    hair: { style: 'scarf', colour: '#2f6f78' },
    head: { cheek: 0.916, jaw: 0.77, chin: 0.341, length: 1.229, brow: 0.98 },
    eyes: { apart: 0.445, width: 0.194, height: 1.133, tilt: 0.021, hood: 0.316, iris: '#4a2d1b', lashes: 1 },
    brows: { thickness: 0.085, arch: 0.073, colour: '#2a1c16', y: -0.248, tilt: 0.009 },
    nose: { width: 0.196, length: 0.48, bridge: 0.117, tip: 0.102 },
    mouth: { y: 0.815, width: 0.325, upper: 1.155, lower: 1.267 },
    ears: 0.9,
    neck: 0.46,
    shoulders: 1.9,
    wardrobe: [
      { cut: 'rollneck', colour: '#e4ddd1' },
      { cut: 'crew', colour: '#3b3f58' },
      { cut: 'blazer', colour: '#5c4a3c', under: '#efe9df' },
    ],
  },
  tobias: {
    skin: '#f4d0bb',
    blush: '#e2806e',
    lip: '#c9786f',
    age: 0.5,
    hair: { style: 'bald', colour: '#a5653a' },
    beard: { colour: '#9a5a33', length: 0.8 },
    freckles: true,
    head: { cheek: 0.99, jaw: 0.92, chin: 0.46, length: 1.295, brow: 1.02 },
    eyes: { apart: 0.4, width: 0.18, height: 0.85, tilt: -0.015, hood: 0.55, iris: '#6f97b3', lashes: 0.25 },
    brows: { thickness: 0.075, arch: 0.02, colour: '#a46a42', y: -0.22, tilt: -0.02 },
    nose: { width: 0.265, length: 0.48, bridge: 0.115, tip: 0.146 },
    mouth: { y: 0.78, width: 0.33, upper: 0.744, lower: 0.934 },
    ears: 1.05,
    neck: 0.72,
    shoulders: 2.45,
    wardrobe: [
      { cut: 'crew', colour: '#39493f' },
      { cut: 'shirt', colour: '#f0f1f3' },
      { cut: 'blazer', colour: '#37424f', under: '#dfe5ea' },
    ],
  },
  amara: {
    skin: '#6b4130',
    blush: '#7d3328',
    lip: '#7a3d3c',
    age: 0.15,
    hair: { style: 'braids', colour: '#1d1614' },
    earrings: '#d6a545',
    head: { cheek: 0.948, jaw: 0.68, chin: 0.344, length: 1.226, brow: 0.97 },
    eyes: { apart: 0.378, width: 0.214, height: 1.009, tilt: 0.038, hood: 0.285, iris: '#2a1610', lashes: 1 },
    brows: { thickness: 0.04, arch: 0.08, colour: '#17100e', y: -0.286, tilt: 0.008 },
    nose: { width: 0.307, length: 0.435, bridge: 0.112, tip: 0.149 },
    mouth: { y: 0.78, width: 0.355, upper: 1.55, lower: 1.4 },
    ears: 0.85,
    neck: 0.46,
    shoulders: 1.9,
    wardrobe: [
      { cut: 'crew', colour: '#d8a13f' },
      { cut: 'vneck', colour: '#f1ece4' },
      { cut: 'blazer', colour: '#4b2f4a', under: '#efe6dd' },
    ],
  },
  kenji: {
    skin: '#e6bb92',
    blush: '#d98a6c',
    lip: '#bd7b6c',
    age: 0.1,
    hair: { style: 'swept', colour: '#1b191b' },
    head: { cheek: 0.933, jaw: 0.766, chin: 0.29, length: 1.354, brow: 0.94 },
    eyes: { apart: 0.448, width: 0.172, height: 0.9, tilt: 0.004, hood: 0.893, iris: '#2c1c14', lashes: 0.3 },
    brows: { thickness: 0.075, arch: 0.016, colour: '#1e1a1b', y: -0.249, tilt: -0.003 },
    nose: { width: 0.246, length: 0.441, bridge: 0.124, tip: 0.11 },
    mouth: { y: 0.731, width: 0.252, upper: 0.758, lower: 1.232 },
    ears: 1,
    neck: 0.55,
    shoulders: 2.05,
    wardrobe: [
      { cut: 'crew', colour: '#23262b' },
      { cut: 'shirt', colour: '#8fa6bd' },
      { cut: 'blazer', colour: '#1f2735', under: '#f2f4f6' },
    ],
  },
  ines: {
    skin: '#cf9a72',
    blush: '#c76a55',
    lip: '#ae4f4d',
    age: 0.48,
    hair: { style: 'curls', colour: '#3a2318' },
    head: { cheek: 0.942, jaw: 0.707, chin: 0.264, length: 1.308, brow: 0.95 },
    eyes: {
      apart: 0.421,
      width: 0.186,
      height: 0.778,
      tilt: -0.026,
      hood: 0.35,
      iris: '#6a4426',
      lashes: 0.8,
    },
    brows: { thickness: 0.082, arch: 0.019, colour: '#2f1d15', y: -0.252, tilt: -0.022 },
    nose: { width: 0.257, length: 0.572, bridge: 0.105, tip: 0.119 },
    mouth: { y: 0.767, width: 0.325, upper: 1.195, lower: 1.1 },
    ears: 0.9,
    neck: 0.48,
    shoulders: 1.98,
    wardrobe: [
      { cut: 'vneck', colour: '#38614f' },
      { cut: 'shirt', colour: '#f2ede6' },
      { cut: 'blazer', colour: '#8d4a36', under: '#f1e9df' },
    ],
  },
  ruth: {
    skin: '#f1cdbb',
    blush: '#dc8b85',
    lip: '#b9606a',
    age: 1,
    hair: { style: 'bob', colour: '#cfcac4', grey: 0.2 },
    earrings: '#e9e4dc',
    head: { cheek: 0.942, jaw: 0.72, chin: 0.354, length: 1.217, brow: 0.98 },
    eyes: {
      apart: 0.386,
      width: 0.188,
      height: 0.873,
      tilt: -0.021,
      hood: 0.42,
      iris: '#7d9cb0',
      lashes: 0.4,
    },
    brows: { thickness: 0.04, arch: 0.073, colour: '#a3968c', y: -0.27, tilt: -0.003 },
    nose: { width: 0.232, length: 0.454, bridge: 0.073, tip: 0.129 },
    mouth: { y: 0.822, width: 0.273, upper: 0.5, lower: 0.744 },
    ears: 1.05,
    neck: 0.46,
    shoulders: 1.85,
    wardrobe: [
      { cut: 'rollneck', colour: '#7d8ea0' },
      { cut: 'shirt', colour: '#e7ecee' },
      { cut: 'blazer', colour: '#59303f', under: '#f4efea' },
    ],
  },
}
