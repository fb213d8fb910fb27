import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

const SCALES = [1, 1.5, 2, 3, 4] as const
/** Of the picture's own width and height. */
const KEY_STEP = 0.1

interface Place {
  /** Where the middle of the window lies, 0..1 of the picture each way. */
  x: number
  y: number
}

const MIDDLE: Place = { x: 0.5, y: 0.5 }

export interface SharedZoom {
  scale: number
  isLeast: boolean
  isMost: boolean
  change: (steps: 1 | -1) => void
  /** CSS for what fills a window. */
  transform: string
  /** For each window: dragging and keys move all of them. */
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onKeyDown: (event: KeyboardEvent) => void
    onDoubleClick: () => void
  }
}

/** One zoom and one position for all pictures that share it. */
export function useSharedZoom(): SharedZoom {
  const [step, setStep] = useState(0)
  const [place, setPlace] = useState(MIDDLE)
  const dragged = useRef<{ x: number; y: number }>(undefined)
  const scale = SCALES[step] ?? 1

  const moveTo = (next: Place) => setPlace(within(next, scale))
  const change = (steps: 1 | -1) => {
    const next = Math.min(SCALES.length - 1, Math.max(0, step + steps))
    setStep(next)
    setPlace(within(place, SCALES[next] ?? 1))
  }
  const end = () => {
    dragged.current = undefined
  }

  return {
    scale,
    isLeast: step === 0,
    isMost: step === SCALES.length - 1,
    change,
    transform: `scale(${scale}) translate(${shift(place.x)}%, ${shift(place.y)}%)`,
    handlers: {
      onPointerDown(event) {
        if (scale === 1) return
        dragged.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event) {
        const from = dragged.current
        if (!from) return
        dragged.current = { x: event.clientX, y: event.clientY }
        const { width, height } = event.currentTarget.getBoundingClientRect()
        moveTo({
          x: place.x - (event.clientX - from.x) / (width * scale),
          y: place.y - (event.clientY - from.y) / (height * scale),
        })
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event) {
        const next = afterKey(event.key, place, scale)
        if (next === 'in' || next === 'out') change(next === 'in' ? 1 : -1)
        else if (next) moveTo(next)
        if (next) event.preventDefault()
      },
      onDoubleClick() {
        setStep(step === 0 ? 2 : 0)
        setPlace(within(place, step === 0 ? 2 : 1))
      },
    },
  }
}

function afterKey(key: string, { x, y }: Place, scale: number): Place | 'in' | 'out' | undefined {
  if (key === '+' || key === '=') return 'in'
  if (key === '-') return 'out'
  if (scale === 1) return undefined
  const moves: Readonly<Record<string, Place>> = {
    ArrowLeft: { x: x - KEY_STEP, y },
    ArrowRight: { x: x + KEY_STEP, y },
    ArrowUp: { x, y: y - KEY_STEP },
    ArrowDown: { x, y: y + KEY_STEP },
  }
  return moves[key]
}

/** No further than the picture reaches. */
function within({ x, y }: Place, scale: number): Place {
  const half = 0.5 / scale
  const clamp = (value: number) => Math.min(1 - half, Math.max(half, value))
  return { x: clamp(x), y: clamp(y) }
}

/** Percent by which a picture is moved to centre `middle`, in invisible steps. */
function shift(middle: number): number {
  return Math.round((0.5 - middle) * 1000) / 10
}
