/**
 * An amount divided by weight into whole parts that add up to it; the cents left over go to the first parts.
 * @param total at most the sum of `most`
 * @param most what each part can be at most; its weight by default
 */
export function divide(total: number, weights: readonly number[], most = weights): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const parts = weights.map((weight, index) =>
    Math.min(most[index] ?? 0, sum === 0 ? 0 : Math.floor((total * weight) / sum)),
  )
  let left = total - parts.reduce((all, part) => all + part, 0)
  return parts.map((part, index) => {
    const more = Math.min(left, (most[index] ?? 0) - part)
    left -= more
    return part + more
  })
}
