import { compareIdentities } from './identity.ts'
import type { SubjectReport } from './measure-subject.ts'
import { figure } from './statistics.ts'
import {
  THRESHOLD_RULE,
  edgeTable,
  enlargementTable,
  headshotTable,
  identityTable,
  intakeTable,
  speedTable,
} from './tables.ts'

export interface Run {
  threads: number
  minutes: number
  peakMemoryMb: number
}

/** Writes docs/studio.md: how the studio works, its own measurements, and how far the figures can be trusted. */
export function writeDocument(
  subjects: readonly SubjectReport[],
  sheets: readonly { label: string; file: string }[],
  run: Run,
): string {
  const identities = (['photographs', 'drawn'] as const).map((kind) => {
    const people = subjects.filter((subject) => subject.kind === kind && !subject.isMixed)
    return { name: kind, ...compareIdentities(people.map(({ identity }) => identity)) }
  })
  return `${[
    '# The studio, measured',
    `Written by \`npm run studio:report\` on Node ${process.versions.node} with ${run.threads} threads, in ${figure(run.minutes, 1)} minutes, ` +
      `${figure(run.peakMemoryMb, 0)} MB at peak. Every figure is of that run. Photographs lie beside the project and are no part of ` +
      'it: without them the report is of drawn characters alone.',
    PIPELINE,
    ...sheets.map(({ label, file }) => `![${label}: the selfie, then one headshot of each style](${file})`),
    '## Selfies',
    intakeTable(subjects),
    '## Headshots',
    HEADSHOTS,
    headshotTable(subjects),
    '## Likeness',
    LIKENESS,
    identityTable(identities.filter(({ people }) => people > 0)),
    WEAKNESSES,
    '## Edges and backdrops',
    EDGES,
    edgeTable(subjects),
    '## Enlargement',
    ENLARGEMENT,
    enlargementTable(subjects),
    '## Speed',
    'Seconds on the wall with all threads at work; checking and preparing are means per person.',
    speedTable(subjects),
  ].join('\n\n')}\n`
}

const PIPELINE = `The studio finishes photographs: pose, expression, clothes and hair stay those of the selfie. Selfies are checked, framed
and cut out once; each headshot is then relit, retouched, set before a rendered backdrop and judged by the gate. A face
that a phone's whole frame shows from an arm's length is drawn as a camera farther off sees it, by two thirds of what
perspective would ask; cropped pictures do not tell their distance and are left as they are.

One net finds people, another cuts out what stands out; where they contradict each other the edges of the picture decide
(decision 45). A selfie is judged once, when it is read: what the gate would hold against every headshot of it is said then,
and good means that it will be used. Each good selfie gives two headshots, one from farther off and one from nearer; four more
takes stand in where the gate lets one of them not pass. A crop leaves the head air, keeps hands out, and enlarges what the
camera saw by no more than 1.4 times where the selfie leaves room. Skin keeps the person's tone in whatever light.

A selfie whose body ends under the chin is refused, for no frame shows it without a bust that hovers; so is nudity
(\`nsfwjs\`: two of its five kinds of picture), and a set in which nobody is on more than half of the faces is asked whose it
is. A face is too small by its own pixels, whatever the size of the picture.

The gate asks of every headshot, whichever engine made it: exactly one face; likeness at or above the person's own
threshold, by two descriptors (faceres and dlib's) of which each is named where it refuses; eyes open, measured against how open this person's selfies show them; eye line, axis, face height and tilt;
sharpness; burnt-out area; skin tone (CIEDE2000 against the person's, not in black and white); proportions, fitted to the
selfie's mesh whichever way either head is turned; eyes to the camera, by the irises and by what is dark between
the lids; a mouth that is calm or smiles, its corners no lower than the person's selfies have them; nothing before
the face; and that the bundle does not hold the picture already. Of what the studio cut out itself it compares the finished
picture with the cut-out: no straight lower end, side or top of the hair, no skin colour on cloth; and a face in
black and white is judged in the selfie's colours. Each refusal says what to photograph instead. The command
\`npm run gate:trial\` draws faults on finished pictures and prints what the gate says of them and of sound ones. What fails is made anew from the next shot of the plan, a few times at most, and is shown
on request only. Limits and their calibration are in \`studio/gate/limits.ts\`.`

const HEADSHOTS = `One headshot of each style (three styles for characters without a picture above), selfies and variations taking turns.
Three figures are least / median / most. Face height is forehead to chin, eye line is from the top, both as shares of
the picture's height.`

const LIKENESS = `Likeness is the cosine between a headshot's face descriptor and the mean of the person's selfies, put on a scale on which
strangers are 0 on average and the person's best photographs 1. The threshold is the person's own: ${THRESHOLD_RULE}.
A person's selfies are compared each with the mean of the others, so that none vouches for itself. The table asks the
gate's question of selfies as if they were headshots, each person at their own threshold; whoever has fewer than three
selfies is not tested for refusals. Faces refused for their quality count as strangers.`

const WEAKNESSES = `How far to trust it:

- These sets are small: a rate of 0 of some dozens says that the true one is probably below a tenth, not that it is 0.
- Drawn strangers share one hand's way of drawing and are closer to each other than people are. They are listed apart
  and calibrate nothing.
- The descriptor (1024 values, \`faceres\`) comes without a statement of its training data. How well
  it serves each age, sex and skin is therefore unknown, and we do not claim that it serves all alike.
- Siblings, parents and look-alikes can reach the threshold. It tells pictures of one person from strangers; it proves
  nobody's identity.
- It was made for colour. Black-and-white headshots of the same face score lower, so their threshold is lower, and a
  likeness in black and white compares only with others in black and white.
- A headshot of this studio is made from one of the selfies the mean holds; its likeness is higher than that of a picture
  made from nothing would be. It answers whether finishing changed the face, which is what it is asked.`

const EDGES = `Pale rim and dark fringe are the share of half-transparent edge pixels that are brighter, or darker, than both the subject
inside and the backdrop outside of them by more than 6 % of the range: hair with its own lights and shadows makes some,
a halo makes many. A run is the longest row or column of one 8-bit value in the backdrop, on the finished JPEG; noise
is what a blur of 1.5 pixels takes away. Two figures are median / most.`

const ENLARGEMENT = `A headshot is shrunk and enlarged again, by \`studio/upscale\` and by Lanczos. The figures are by how much the former is nearer
to the headshot it came from: luma PSNR within the eyes, lids and lashes, and in the hair above the eyes.`
