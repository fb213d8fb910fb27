/** The differences between selfies: pose, light, expression, framing, clothes, room; and faults. */

export type Room = 'window' | 'plaster' | 'shelf' | 'hallway' | 'garden' | 'kitchen' | 'bathroom' | 'bedroom'

export type Fault = 'blurred' | 'tooDark' | 'twoFaces' | 'farAway' | 'cutOff' | 'turnedAway' | 'sunglasses'

export interface Take {
  id: string
  yawDeg: number
  pitchDeg: number
  rollDeg: number
  /** Half a face's width in pixels of the 1200x1500 picture. */
  unitPx: number
  /** The point between the eyes. */
  xPx: number
  yPx: number
  /**
   * Side the light comes from, -1 left to 1 right; warmth -1 blue to 1 amber; contrast 0 flat to 1 hard; `above`: its
   * share from overhead, 0 to 1.
   */
  light: { side: number; warmth: number; contrast: number; above?: number }
  /** 0 neutral to 1; `open` shows the teeth. */
  expression: { smile: number; open: number; brow: number }
  /** Index into the character's wardrobe. */
  clothes: 0 | 1 | 2
  room: Room
  /** Taken before a mirror: the picture is reversed and shows the phone, its centre in half face widths from the eyes. */
  mirror?: { x: number; y: number }
  /** Lack of light, 0 to 1; the camera makes up for it with noise. */
  dim?: number
  fault?: Fault
}

interface Brief {
  pose: readonly [yawDeg: number, pitchDeg: number, rollDeg: number]
  frame: readonly [unitPx: number, xPx: number, yPx: number]
  light: readonly [side: number, warmth: number, contrast: number, above?: number]
  face?: readonly [smile: number, open: number, brow: number]
  clothes?: 0 | 1 | 2
  room: Room
  mirror?: readonly [x: number, y: number]
  dim?: number
  fault?: Fault
}

function take(id: string, brief: Brief): Take {
  const { pose, frame, light, face = [0, 0, 0], clothes = 0, room, mirror, dim, fault } = brief
  return {
    id,
    yawDeg: pose[0],
    pitchDeg: pose[1],
    rollDeg: pose[2],
    unitPx: frame[0],
    xPx: frame[1],
    yPx: frame[2],
    light: { side: light[0], warmth: light[1], contrast: light[2], ...(light[3] ? { above: light[3] } : {}) },
    expression: { smile: face[0], open: face[1], brow: face[2] },
    clothes,
    room,
    ...(mirror ? { mirror: { x: mirror[0], y: mirror[1] } } : {}),
    ...(dim === undefined ? {} : { dim }),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** Twelve selfies the checks should accept. */
export const GOOD_TAKES: readonly Take[] = [
  take('window', {
    pose: [4, 0, -2],
    frame: [250, 570, 640],
    light: [-0.7, 0.1, 0.5],
    face: [0.5, 0, 0],
    room: 'window',
  }),
  take('plaster', {
    pose: [-7, 1, 6],
    frame: [236, 640, 660],
    light: [0.6, 0.3, 0.5],
    room: 'plaster',
    clothes: 1,
  }),
  take('open-smile', {
    pose: [7, -1, 2],
    frame: [260, 620, 630],
    light: [0.4, 0.2, 0.4],
    face: [0.9, 1, 0.3],
    room: 'garden',
  }),
  take('shelf', {
    pose: [-13, 0, -6],
    frame: [228, 540, 650],
    light: [-0.8, 0.7, 0.6],
    face: [0.3, 0, 0.2],
    room: 'shelf',
    clothes: 2,
  }),
  take('hallway', { pose: [13, 3, 4], frame: [224, 660, 640], light: [0.8, -0.3, 0.6], room: 'hallway' }),
  take('kitchen', {
    pose: [0, -2, 1],
    frame: [270, 600, 660],
    light: [-0.3, 0.5, 0.3],
    face: [0.7, 0.5, 0.1],
    room: 'kitchen',
    clothes: 1,
  }),
  take('garden', {
    pose: [-4, 1, -8],
    frame: [218, 540, 620],
    light: [0.6, 0.25, 0.35],
    face: [0.6, 0, 0],
    room: 'garden',
    clothes: 2,
  }),
  take('evening', {
    pose: [9, -3, 8],
    frame: [254, 640, 650],
    light: [-0.6, 1, 0.5],
    face: [0.2, 0, 0],
    room: 'shelf',
    clothes: 1,
  }),
  take('morning', {
    pose: [-10, 4, 1],
    frame: [256, 590, 660],
    light: [-0.9, -0.4, 0.6],
    face: [0.1, 0, 0.6],
    room: 'window',
    clothes: 2,
  }),
  take('laugh', {
    pose: [-2, -3, 5],
    frame: [276, 600, 640],
    light: [0.3, 0.4, 0.35],
    face: [1, 1, 0.4],
    room: 'plaster',
  }),
  take('close', {
    pose: [2, 1, 0],
    frame: [292, 610, 690],
    light: [0.55, 0, 0.45],
    face: [0.4, 0, 0],
    room: 'hallway',
    clothes: 1,
  }),
  take('steady', {
    pose: [14, 0, -7],
    frame: [244, 580, 650],
    light: [-0.4, 0.1, 0.4],
    face: [0.8, 0.7, 0],
    room: 'kitchen',
    clothes: 2,
  }),
]

/** Selfies as people take them at home in poor light, most of them in a mirror; the checks should accept them too. */
export const HOME_TAKES: readonly Take[] = [
  take('lamp', {
    pose: [-3, 1, 2],
    frame: [244, 600, 650],
    light: [0.2, 0.35, 0.4, 0.9],
    face: [0.2, 0, 0],
    room: 'kitchen',
    clothes: 1,
  }),
  take('mirror-bathroom', {
    pose: [5, 2, -3],
    frame: [196, 520, 560],
    light: [-0.35, 0.3, 0.4, 0.6],
    face: [0.3, 0, 0],
    room: 'bathroom',
    mirror: [1.0, 2.75],
    dim: 0.3,
  }),
  take('mirror-bedroom', {
    pose: [-6, 1, 4],
    frame: [184, 640, 560],
    light: [0.5, 0.8, 0.5],
    face: [0.5, 0, 0],
    room: 'bedroom',
    clothes: 1,
    mirror: [-1.75, 2.05],
    dim: 0.5,
  }),
  take('mirror-evening', {
    pose: [2, 3, 1],
    frame: [206, 560, 580],
    light: [-0.6, 1, 0.55, 0.3],
    room: 'bedroom',
    clothes: 2,
    mirror: [0.85, 2.95],
    dim: 0.55,
  }),
]

/** One selfie for each common fault; the checks should refuse them. */
export const BAD_TAKES: Record<Fault, Take> = {
  blurred: take('blurred', {
    pose: [3, 0, 0],
    frame: [244, 600, 640],
    light: [-0.4, 0.2, 0.4],
    room: 'window',
    fault: 'blurred',
  }),
  tooDark: take('too-dark', {
    pose: [-5, 0, 2],
    frame: [244, 600, 640],
    light: [0.5, 0.6, 0.5],
    room: 'shelf',
    fault: 'tooDark',
  }),
  twoFaces: take('two-faces', {
    pose: [4, 0, 2],
    frame: [196, 400, 640],
    light: [0.4, 0.2, 0.35],
    face: [0.8, 0.6, 0],
    room: 'garden',
    fault: 'twoFaces',
  }),
  farAway: take('far-away', {
    pose: [0, 0, 0],
    frame: [44, 610, 1340],
    light: [0.4, 0.1, 0.35],
    room: 'hallway',
    fault: 'farAway',
  }),
  cutOff: take('cut-off', {
    pose: [5, 0, -3],
    frame: [270, 1090, 640],
    light: [-0.5, 0.2, 0.4],
    room: 'plaster',
    fault: 'cutOff',
  }),
  turnedAway: take('turned-away', {
    pose: [36, 2, 0],
    frame: [244, 600, 640],
    light: [0.5, 0.1, 0.4],
    room: 'window',
    fault: 'turnedAway',
  }),
  sunglasses: take('sunglasses', {
    pose: [-4, 0, 2],
    frame: [248, 600, 640],
    light: [0.4, 0.4, 0.4],
    face: [0.5, 0, 0],
    room: 'garden',
    fault: 'sunglasses',
  }),
}

export const TAKES: readonly Take[] = [...GOOD_TAKES, ...Object.values(BAD_TAKES), ...HOME_TAKES]
