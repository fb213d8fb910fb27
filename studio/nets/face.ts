/** One face as the nets found it; every coordinate in pixels of the raster it was found in. */
export interface Face {
  box: { x: number; y: number; width: number; height: number }
  /** 468 MediaPipe FaceMesh vertices (+10 iris when present), xyz triples, z in the scale of x. */
  mesh: Float32Array
  yawDeg: number
  pitchDeg: number
  rollDeg: number
  /** Detector's confidence, 0..1. */
  score: number
}

/** Where a face is and how it is turned. */
export type PlacedFace = Pick<Face, 'mesh' | 'yawDeg' | 'pitchDeg'>

/** What preparing a selfie needs of its face. */
export type KnownFace = PlacedFace & Opinions

/** Asked of the main face of a selfie alone. */
export interface Opinions {
  /** 1024 values, L2-normalised (faceres). Its training data is not documented. */
  descriptor: Float32Array
  /** 128 values, L2-normalised (dlib's face recognition); readings of before have none. */
  secondDescriptor?: Float32Array
}
