/** How often the first of two items was preferred to the second, by their positions. */
export interface Wins {
  winner: number
  loser: number
  count: number
}

/** An item's strength: log-odds against the average item, and its standard error. */
export interface Standing {
  strength: number
  standardError: number
}

/** A fitted ranking: standings by position, and how sure the distance of two is. */
export interface Ranking {
  standings: Standing[]
  /** Standard error of the difference of two strengths. */
  standardErrorOf: (one: number, other: number) => number
}

/**
 * Prior standard deviation of the log-odds, before any vote. With 1, one vote between two makes the next the same way
 * two to one, and winning ten of ten is not infinitely better.
 */
export const PRIOR_DEVIATION = 1
/** Newton's steps shrink quadratically; from the prior's mean a handful suffices. */
const MAX_STEPS = 50
const TOLERANCE = 1e-10

/**
 * Bradley and Terry's model, by maximum a posteriori with a normal prior on each log-strength: P(i beats j) =
 * 1 / (1 + exp(s_j - s_i)). The posterior is strictly log-concave, so there is one answer, finite for any votes.
 * Uncertainty is Laplace's: the inverse of the Hessian at the maximum, less the items' common part, since only
 * differences have a meaning.
 * @see Bradley and Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39 (1952)
 */
export function rank(itemCount: number, wins: readonly Wins[], priorDeviation = PRIOR_DEVIATION): Ranking {
  const posterior: Posterior = { wins, priorPrecision: 1 / priorDeviation ** 2 }
  const strengths = new Float64Array(itemCount)
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, precision } = slopeAt(strengths, posterior)
    const move = solve(factorOf(precision, itemCount), gradient)
    // Far from the maximum a whole step may overshoot it.
    const size = stepSize(strengths, move, posterior)
    for (let i = 0; i < itemCount; i++) strengths[i] = at(strengths, i) + size * at(move, i)
    if (move.every((change) => Math.abs(change) < TOLERANCE)) break
  }
  const factor = factorOf(slopeAt(strengths, posterior).precision, itemCount)
  const covariance = Array.from({ length: itemCount }, (_, i) => solve(factor, unit(itemCount, i)))
  const inCommon = priorDeviation ** 2 / itemCount
  const varianceOf = (i: number, j: number) => at(covariance[i], j)
  return {
    standings: Array.from(strengths, (strength, i) => ({
      strength,
      standardError: Math.sqrt(Math.max(0, varianceOf(i, i) - inCommon)),
    })),
    standardErrorOf: (one, other) =>
      Math.sqrt(Math.max(0, varianceOf(one, one) + varianceOf(other, other) - 2 * varianceOf(one, other))),
  }
}

/**
 * Expected information of one more vote on the two, in nats: highest where strengths are unknown and the result is
 * open.
 */
export function informationOf({ standings, standardErrorOf }: Ranking, one: number, other: number): number {
  const odds = (standings[one]?.strength ?? 0) - (standings[other]?.strength ?? 0)
  const chance = logistic(odds)
  return Math.log1p(chance * (1 - chance) * standardErrorOf(one, other) ** 2) / 2
}

interface Posterior {
  wins: readonly Wins[]
  priorPrecision: number
}

const logistic = (odds: number) => 1 / (1 + Math.exp(-odds))
const at = (values: Float64Array | undefined, i: number) => values?.[i] ?? 0

function unit(length: number, position: number): Float64Array {
  const vector = new Float64Array(length)
  vector[position] = 1
  return vector
}

/** The gradient of the log-posterior, and its negated Hessian, row after row. */
function slopeAt(strengths: Float64Array, { wins, priorPrecision }: Posterior) {
  const n = strengths.length
  const gradient = strengths.map((strength) => -priorPrecision * strength)
  const precision = new Float64Array(n * n)
  const add = (i: number, j: number, value: number) =>
    (precision[i * n + j] = at(precision, i * n + j) + value)
  for (let i = 0; i < n; i++) add(i, i, priorPrecision)
  for (const { winner, loser, count } of wins) {
    const chance = logistic(at(strengths, winner) - at(strengths, loser))
    gradient[winner] = at(gradient, winner) + count * (1 - chance)
    gradient[loser] = at(gradient, loser) - count * (1 - chance)
    const weight = count * chance * (1 - chance)
    add(winner, winner, weight)
    add(loser, loser, weight)
    add(winner, loser, -weight)
    add(loser, winner, -weight)
  }
  return { gradient, precision }
}

function logPosterior(strengths: Float64Array, { wins, priorPrecision }: Posterior): number {
  const prior = strengths.reduce((sum, strength) => sum - (priorPrecision * strength ** 2) / 2, 0)
  return wins.reduce((sum, { winner, loser, count }) => {
    const odds = at(strengths, winner) - at(strengths, loser)
    // log(1 + exp(-odds)), without overflow on either side.
    return sum - count * (Math.max(0, -odds) + Math.log1p(Math.exp(-Math.abs(odds))))
  }, prior)
}

/** The largest of 1, 1/2, 1/4, ... that climbs. */
function stepSize(strengths: Float64Array, move: Float64Array, posterior: Posterior): number {
  const before = logPosterior(strengths, posterior)
  for (let size = 1; size > TOLERANCE; size /= 2) {
    const after = logPosterior(
      strengths.map((strength, i) => strength + size * at(move, i)),
      posterior,
    )
    if (after >= before) return size
  }
  return 0
}

/** Cholesky's lower factor of a positive definite matrix, row after row. */
function factorOf(matrix: Float64Array, n: number): Float64Array {
  const factor = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(matrix, i * n + j)
      for (let k = 0; k < j; k++) sum -= at(factor, i * n + k) * at(factor, j * n + k)
      factor[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(factor, j * n + j)
    }
  }
  return factor
}

/** Solves the system whose matrix has this factor. */
function solve(factor: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  const solution = Float64Array.from(right)
  for (let i = 0; i < n; i++) {
    let sum = at(solution, i)
    for (let k = 0; k < i; k++) sum -= at(factor, i * n + k) * at(solution, k)
    solution[i] = sum / at(factor, i * n + i)
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = at(solution, i)
    for (let k = i + 1; k < n; k++) sum -= at(factor, k * n + i) * at(solution, k)
    solution[i] = sum / at(factor, i * n + i)
  }
  return solution
}
