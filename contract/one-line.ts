import { z } from 'zod'
import { ONE_LINE, SOMETHING_VISIBLE, withoutDirectionControls } from './text.ts'

/** Something that can be read, on one line. */
export const oneLine = (maxLength: number) =>
  z
    .string()
    .overwrite(withoutDirectionControls)
    .trim()
    .min(1)
    .max(maxLength)
    .regex(ONE_LINE)
    .regex(SOMETHING_VISIBLE)
