import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref } from 'react'

export const controlClassName =
  'min-h-12 w-full rounded-sm border border-edge bg-paper px-3 py-2 text-base text-ink transition-colors placeholder:text-ink-soft hover:border-ink aria-invalid:border-2 aria-invalid:border-danger disabled:bg-wash disabled:text-ink-soft'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement> | undefined
}

export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...rest} className={clsx(controlClassName, className)} />
}
