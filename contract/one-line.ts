import { z } from 'zod'
import { ONE_LINE, SOMETHING_VISIBLE, withoutDirectionControls } from './text.ts'

/** One line with visible text. */
export const oneLine = (maxLength: number) =>
  z
    .string()
    .overwrite(withoutDirectionControls)
    .trim()
    .min(1)
    .max(maxLength)
    .regex(ONE_LINE)
    .regex(SOMETHING_VISIBLE)
