import { parentPort, workerData } from 'node:worker_threads'
import type { DrawnId } from './everybody.ts'
import { renderSelfie } from './render.ts'
import { TAKES } from './takes.ts'

export interface DrawingJob {
  character: DrawnId
  /** Its place in `TAKES`. */
  takeIndex: number
  widthPx: number
}

const { character, takeIndex, widthPx } = workerData as DrawingJob
const take = TAKES[takeIndex]
if (!take) throw new Error(`there is no take ${takeIndex}`)
parentPort?.postMessage(await renderSelfie(character, take, { widthPx }))
