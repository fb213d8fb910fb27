/**
 * Every limit of the intake, in one place. "Calibrated": set on the engineering set of nine photographs of three people,
 * each also blurred, darkened, brightened, made noisy, and painted over with sunglasses, masks, a beard and closed lids.
 */

/** Bounds on any file before a face is looked for. Source: what the product promises to uploaders. */
export const LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  pixels: 2 ** 26,
  readableSidePx: 64,
  decodedSidePx: 3000,
} as const

/** A measure's two limits: beyond `reject` the selfie is refused, beyond `warn` the person is told. */
export interface Limit {
  reject: number
  warn: number
}

/** Area of the second face over the main one's. Starting values of the first trial. */
export const SECOND_FACE: Limit = { reject: 0.3, warn: 0.08 }

/** Points of the 36-point face oval at or beyond the edge; the oval of a whole face has none. */
export const CUT_POINTS = { reject: 1 } as const

/** Forehead to chin in pixels; the portrait shows the face 390 px high, so 160 is a 2.4-fold enlargement. */
export const FACE_HEIGHT_PX: Limit = { reject: 160, warn: 300 }

/**
 * Fine over middle detail about eyes and mouth at 192 px, grain taken off. Calibrated: as they came .55-.92, drawn faces
 * 1.0-1.1; Gaussian sigma 1 .55-.66, sigma 2 .34-.47, sigma 3 at most .36, the last two with noise added .34-.46 and
 * .26-.36; a 110 px face enlarged .49; drawn faces out of focus at most .24.
 */
export const SHARPNESS: Limit = { reject: 0.42, warn: 0.52 }

/**
 * Sigma of the finest detail on cheeks and forehead, 8-bit steps at 192 px. Calibrated: as they came .7-4.1 (pores
 * included), with added noise of sigma 12 3.9-7.2, sigma 20 5.4-10.7.
 */
export const NOISE: Limit = { reject: 9, warn: 6 }

/**
 * Linear luminance. A face is too dark when even its lights (95th percentile) are under `lights` and the picture as a
 * whole has no light either (98th percentile under `picture`): by the face alone, deep skin well lit could not be told
 * from fair skin in the dark. Under `backlit` no picture helps. Calibrated: as they came lights .27-.74, deep drawn skin
 * .13-.15 in pictures of .5 and more; two stops darker lights .06-.13, picture .16-.21; four stops .02-.04.
 */
export const DARKNESS = {
  reject: { lights: 0.14, picture: 0.3, backlit: 0.05 },
  warn: { lights: 0.2, picture: 0.5, backlit: 0.09 },
} as const

/** Share of the face burnt out. Starting values of the first trial; one stop brighter gave .01-.35, two stops .02-.66. */
export const CLIPPED: Limit = { reject: 0.25, warn: 0.08 }

/**
 * |ln(right cheek / left cheek)| in linear light, told and never refused: well-lit portraits reach 1.3, three to one is
 * 1.1. `UNEVEN_LIGHT` is told alone; `SIDE_LIGHT` weighs more when selfies are chosen.
 */
export const UNEVEN_LIGHT = { warn: 0.65 } as const
export const SIDE_LIGHT = { warn: 1.1 } as const

/**
 * Share of the best frame that shows body where the picture has ended. Calibrated on 39 photographs: whole ones 0, beside
 * a bystander .011, cut under the chin .040 before and 0 after the frame may be tighter, cut at the chin .20.
 */
export const BODY_MISSING = { reject: 0.02 } as const

/** Chin to the picture's lower edge in heights of the face: from .6 on the shoulders show, cut ones .17, .28 and .49. */
export const ROOM_BELOW = { warn: 0.55 } as const

/** Where the eyes look, right of the camera positive, degrees. Calibrated: to the camera at most 14, aside 30 and 31. */
export const LOOK_DEG = { warn: 20 } as const

/**
 * How sure the emotion net is of a calm or a pleased face, 0..1. Calibrated on 34 photographs: calm and smiling .49 and
 * more, frowning .03 and .06, a grimace .33, shouting .14.
 */
export const PLEASED: Limit = { reject: 0.1, warn: 0.4 }

/**
 * The net's confidence that a picture is pornography, photographed or drawn, 0..1. Clothed people reached .46 once
 * and else .10 in 39 photographs; the range beyond the limit could only be taken from the net's own description.
 */
export const NUDITY = { reject: 0.75 } as const

/**
 * How sure the detector is of the face.
 * `reject`: a face with other faults and less than this is an animal's, or none.
 * `person`: photographs of people have this and more.
 * `sure`: a face that looks upright with less than this may stand on its head. Drawn people on their head reach .84, the
 * photographs of the calibration .72.
 */
export const FACE_SCORE = { reject: 0.7, person: 0.77, sure: 0.85 } as const

/** Degrees. Starting values; as they came yaw to 18, pitch -13 to 11, roll to 11. Roll is corrected when framing. */
export const YAW_DEG: Limit = { reject: 28, warn: 20 }
export const PITCH_DEG: Limit = { reject: 22, warn: 16 }
export const ROLL_DEG = { warn: 25 } as const

/**
 * Eye aspect ratio. Calibrated: photographs open .20-.35 (laughing .20-.22, so narrow eyes are only warned of), drawn open
 * .29-.41; lids painted shut on photographs .10-.17, on drawn faces, whose lashes stay, .18-.22.
 */
export const EYE_ASPECT: Limit = { reject: 0.15, warn: 0.19 }

/**
 * The narrower eye's aspect over the wider one's. Calibrated: open eyes of photographs .89 and more, drawn .88, 111 smaller
 * faces turned by up to 30 degrees .59; one lid painted shut in three ways, photographs .21-.78 (one 1.06, the lid read as
 * open), drawn .14-.75. With the other two limits it finds 40 of 48 and 93 of 96 of these; without it 20 and 77 were found.
 */
export const EYE_BALANCE = { reject: 0.55 } as const

/**
 * Oklab distance between the pixels between the lids and the cheek, the smaller value of the two eyes. Calibrated:
 * photographs .11-.21, drawn .10-.24, behind painted glasses or lit from one side .07 and more; lids painted shut
 * over drawn eyes .01-.05. Lids on photographs are found by their aspect instead. Under drawn fingers .01-.031, over
 * photographs too (one .076).
 */
export const EYE_CONTRAST = { reject: 0.055 } as const

/** Mouth height over width. Starting value of the first trial; laughing .18-.30, speaking .50. */
export const MOUTH_ASPECT = { warn: 0.45 } as const

/**
 * Corners of the mouth above the middle of the lips, in widths of both eyes. Calibrated: photographs smiling .036-.065,
 * neutral -.036 to -.002, speaking .011; drawn broad smiles .020-.048, drawn neutral -.022 to .013.
 */
export const SMILE = { from: 0.018 } as const

/**
 * With an angry face: corners of the mouth under its middle, as `SMILE`, or lips apart, as `MOUTH_ASPECT`. Calibrated: a
 * furious face -.030, one that shows its teeth .185; a calm one that the net takes for angry -.011 and .045.
 */
export const SCOWL = { corners: -0.02, apart: 0.15 } as const

/**
 * From here a head counts as turned, degrees of yaw, and light as coming from one side, |ln(right / left)|. Calibrated:
 * drawn 13 degrees are read as 8.4-13.1, drawn 7 as 4.0-7.6; photographs turned 9.9-18.1, others at most 3.2. Light:
 * photographs lit from the front .13-.27, from the side .56; drawn .21-.61.
 */
export const TURNED_YAW_DEG = { from: 8 } as const
export const ONE_SIDED_LIGHT = { from: 0.35 } as const

/**
 * Share of flat and dark pixels below the lids. Calibrated: deep-set eyes in light from above or from one side .14 at
 * most, sunglasses of a photograph .36, drawn .84-1.
 */
export const EYE_ZONE_DARK = { reject: 0.25 } as const

/**
 * Oklab distance of the lower face from the forehead or the root of the nose. Calibrated: as they came to .015, beards,
 * caps over the brow and head scarves to .039; blue masks .10-.15, black and white ones .04-.09.
 */
export const LOWER_FACE_CHROMA = { reject: 0.06 } as const

/**
 * Oklab distance of the lips from the skin about them. Calibrated: as they came .013-.124, with caps, beards and scarves
 * .011-.123; under masks of any colour 0, under a painted hand 0-.002, a hand at the chin or before half a
 * mouth to .0083. A hand that leaves the mouth free is found by the next measure.
 */
export const LIP_CONTRAST = { reject: 0.0095 } as const

/** Mean Oklab chroma of the face: 0 for black and white; colour two stops too dark still has .026. */
export const CHROMA = { reject: 0.012 } as const

/**
 * Cosine of descriptors at or above which two clusters are one person, see `clusterByLinks`. Calibrated on photographs of 13
 * people: pairs of one person .51-.88, of two at most .54; clusters of one person .60 and more.
 */
export const SAME_PERSON_COSINE = 0.58

/**
 * Two files are one photograph (recompressed, resized, bordered, cropped, tinted) when the squares around their faces
 * differ in at most this many of 64 bits and their descriptors agree. Calibrated: nine such changes to five photographs
 * 0-6 bits and .89 or more; different photographs of one person 14 bits or more and at most .88, drawn ones 8 bits.
 * Photographs and their mirror images differ in 0-6 bits once one hash is mirrored, drawn ones in up to 9, all at .947
 * and more; one and the mirror image of another in 20 and more.
 */
export const NEAR_DUPLICATE = { hashBits: 6, mirroredBits: 9, cosine: 0.85 } as const

/** Of two files of one photograph the later one replaces the first from here: face height ratio, sharpness gained. */
export const CLEARLY_BETTER = { growth: 1.15, sharpness: 0.15 } as const

/**
 * ln of how much wider a face is than people's, of heads turned by no more than `yawDeg`; and how far a selfie may lie from
 * the middle of the person's: whole photographs of one person lie up to .089 apart. Chosen on `s` and `expressions`: -.062 to .044, squeezed by 15 % -.178 to -.089, pressed
 * flat .075 to .127. The others, looked at afterwards: -.098 to .074; -.172 to -.060 and .066 to .155, of which the limits
 * find 4 and 5 of 6.
 */
export const STRETCH = { narrowest: -0.105, widest: 0.085, yawDeg: 20, fromOthers: 0.12 } as const

/**
 * Share of the chest in plain cloth of a quiet colour, told of by the coach alone. Calibrated on 32 photographs: suits,
 * collars and dark jumpers .57 and more, bare shoulders, fair hair over them, tan knitwear and a bright overall at most .34.
 */
export const PLAIN_CLOTH = { warn: 0.4 } as const

/** The coach mentions a fault once this share of the accepted selfies, and at least this many, have it. */
export const HABIT = { share: 0.5, count: 2 } as const
