import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { openSelfie } from '#studio/intake/selfie.ts'
import { describeFace } from '#studio/nets/descriptor.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import { cosine, normalise } from '#studio/nets/vectors.ts'
import type { Face } from '#studio/nets/face.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { VARIANTS, variantOf } from './variants.ts'
import type { VariantName } from './variants.ts'

export const DESCRIPTORS = ['faceres', 'dlib'] as const
export type DescriptorName = (typeof DESCRIPTORS)[number]
/** One face by each descriptor. */
export type Described = Record<DescriptorName, Float32Array>

export interface DescribedPicture {
  file: string
  bytes: Uint8Array
  described: Described
}

export interface Picture extends DescribedPicture {
  /** Null where no face was found in the variant. */
  variants: Record<VariantName, Described | null>
}

export interface Person {
  name: string
  /** Of `labels.json`: labels that a person entitled to describe them gave. */
  labels: Readonly<Record<string, string>>
  pictures: Picture[]
  /** Files without a face. */
  faceless: string[]
  /** Finished pictures by the engine that made them, from `made/<engine>/`. */
  made: { engine: string; file: string; described: Described | null }[]
}

const Labels = z.record(z.string(), z.string())
const IS_PICTURE = /\.(jpe?g|png|webp|hei[cf])$/i

/**
 * Every folder within the folder is a person: pictures, `labels.json` with known facts (skin type, age), and in
 * `made/<engine>/` an engine's pictures of them.
 * @throws Error where the folder cannot be read, or a `labels.json` is invalid
 */
export async function readPeople(folder: string, onRead: (person: Person) => void): Promise<Person[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const people: Person[] = []
  for (const entry of entries.filter((one) => !one.isFile() && !one.name.startsWith('.'))) {
    const person = await readPerson(path.join(folder, entry.name), entry.name)
    onRead(person)
    people.push(person)
  }
  return people.sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function readPerson(folder: string, name: string): Promise<Person> {
  const person: Person = { name, labels: await readLabels(folder), pictures: [], faceless: [], made: [] }
  for (const file of await picturesIn(folder)) {
    const bytes = new Uint8Array(await readFile(path.join(folder, file)))
    const opened = await openSelfie(bytes)
    const face = 'reason' in opened ? undefined : opened.faces[0]
    if ('reason' in opened || !face) person.faceless.push(file)
    else {
      const { raster } = opened
      const described = await describe(raster, face)
      person.pictures.push({ file, bytes, described, variants: await describeVariants(raster) })
    }
  }
  const engines = await readdir(path.join(folder, 'made')).catch((): string[] => [])
  for (const engine of engines.sort())
    for (const file of await picturesIn(path.join(folder, 'made', engine)))
      person.made.push({
        engine,
        file,
        described: await describeBytes(await readFile(path.join(folder, 'made', engine, file))),
      })
  return person
}

async function picturesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => IS_PICTURE.test(name)).sort()
}

async function readLabels(folder: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(folder, 'labels.json'), 'utf8').catch(() => '{}')
  return Labels.parse(JSON.parse(text))
}

async function describe(raster: Raster, face: Face): Promise<Described> {
  return {
    faceres: (await describeFace(raster, face.mesh)).descriptor,
    dlib: await describeFaceAgain(raster, face.mesh),
  }
}

/** The largest face of a picture; null without one. */
export async function describeRaster(raster: Raster): Promise<Described | null> {
  const [face] = await detectFaces(raster)
  return face ? describe(raster, face) : null
}

/** The largest face of a file; null without one. */
export async function describeBytes(bytes: Uint8Array): Promise<Described | null> {
  const opened = await openSelfie(new Uint8Array(bytes))
  if ('reason' in opened || !opened.faces[0]) return null
  return describe(opened.raster, opened.faces[0])
}

async function describeVariants(raster: Raster): Promise<Picture['variants']> {
  const variants = []
  for (const name of VARIANTS)
    variants.push([name, await describeRaster(await variantOf(raster, name))] as const)
  return Object.fromEntries(variants) as Picture['variants']
}

/** Cosine to the mean of the pictures, as the gate takes it. */
export function likenessTo(
  pictures: readonly DescribedPicture[],
  one: Described,
  by: DescriptorName,
): number {
  const sum = new Float32Array(one[by].length)
  for (const { described } of pictures)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (described[by][i] ?? 0)
  return cosine(one[by], normalise(sum))
}
