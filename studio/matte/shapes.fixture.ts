/** Whether a pixel lies in the shape. */
export type Shape = (x: number, y: number) => boolean

export const disc =
  (cx: number, cy: number, r: number): Shape =>
  (x, y) =>
    (x - cx) ** 2 + (y - cy) ** 2 < r * r
