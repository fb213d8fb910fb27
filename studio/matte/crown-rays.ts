import type { Size } from '#studio/raster.ts'
import { exitOf, levelled, moved } from './firm-lines.ts'
import { smoothed } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Lengths as fractions of the face height. No crown is farther off. */
const FARTHEST = 1.2
const RADIUS = 0.8
/** By so many pixels farther than its neighbour a ray finds the outline at most. */
const STEEPEST = 0.5
/** Over this length the net's line is believed. */
const LINE = 0.04

/**
 * Rays that fan out from between the eyes and cross the crown, the outline of the head above them, about a pixel apart;
 * in pixels of the body.
 */
export interface CrownRays {
  /** Outwards from between the eyes. */
  fan: readonly Ray[]
  /** The same turned round, on the net's outline. */
  rays: readonly Ray[]
}

/** @param fromLevel how far from level the fan begins and ends, radians */
export function crownRays(body: Uint8Array, size: Size, head: HeadGeometry, fromLevel: number): CrownRays {
  const unit = head.faceHeight / 2
  const fan: Ray[] = []
  for (let angle = fromLevel - Math.PI; angle < -fromLevel; angle += 1 / (unit * RADIUS))
    fan.push({ x: head.centreX / 2, y: head.eyeY / 2, dx: Math.cos(angle), dy: Math.sin(angle) })
  const exits = fan.map((ray) => exitOf(ray, body, size, 0, FARTHEST * unit))
  const depths = smoothed(Float32Array.from(levelled(exits, STEEPEST)), LINE * unit)
  const rays = fan.map((ray, k) => {
    const { x, y, dx, dy } = moved(ray, depths[k] ?? 0)
    return { x, y, dx: -dx, dy: -dy }
  })
  return { fan, rays }
}
