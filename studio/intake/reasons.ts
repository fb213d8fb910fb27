/** Why a selfie is refused. Closed list: every screen and every language has a sentence for each. */
export const REJECT_REASONS = [
  'unreadable',
  'unsupported_format',
  'file_too_large',
  'too_many_pixels',
  'too_small',
  'no_face',
  'several_faces',
  'face_cut_off',
  'face_too_small',
  'blurred',
  'noisy',
  'too_dark',
  'too_bright',
  'side_light',
  'eyes_closed',
  'face_turned',
  'face_covered',
  'black_and_white',
  'duplicate',
  'near_duplicate',
  'other_person',
] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** What would make the next photograph better; the selfie is taken all the same. */
export const WARNINGS = [
  'second_face',
  'small_face',
  'soft',
  'grainy',
  'dim',
  'overexposed',
  'uneven_light',
  'turned',
  'tilted',
  'squinting',
  'mouth_open',
] as const
export type Warning = (typeof WARNINGS)[number]

/** What is measured on a selfie; the unit or meaning stands beside each threshold. */
export const MEASURES = [
  'faceCount',
  'secondFaceShare',
  'cutPoints',
  'faceHeightPx',
  'sharpness',
  'noise',
  'lightMedian',
  'lightP95',
  'pictureP98',
  'clippedShare',
  'sideLight',
  'shadowEdge',
  'yawDeg',
  'pitchDeg',
  'rollDeg',
  'eyeAspect',
  'eyeBalance',
  'eyeContrast',
  'mouthAspect',
  'smile',
  'eyeZoneDark',
  'lowerFaceChroma',
  'lipContrast',
  'handCover',
  'chroma',
] as const
export type Measure = (typeof MEASURES)[number]
/** NaN where a measure could not be taken (no face, unreadable file): it then passes no limit either way. */
export type Measures = Record<Measure, number>
