import { clsx } from 'clsx'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'lg'

interface Look {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Full width on phones, where the thumb looks for the main action. */
  block?: boolean | undefined
  className?: string | undefined
}

const VARIANT: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-ink text-paper hover:bg-ink-soft active:bg-ink',
  secondary: 'border border-edge text-ink hover:border-ink hover:bg-wash active:bg-hairline',
  quiet: 'text-ink underline decoration-edge underline-offset-4 hover:decoration-current active:bg-wash',
  danger: 'bg-danger text-paper hover:opacity-90 active:opacity-100',
}

const SIZE: Readonly<Record<ButtonSize, string>> = {
  md: 'min-h-11 px-4 py-2 text-sm',
  lg: 'min-h-13 px-6 py-3 text-base',
}

/** Classes of a button, for elements that must look like one: a router's link, a file picker's label. */
export function buttonClassName({
  variant = 'primary',
  size = 'md',
  block = false,
  className,
}: Look = {}): string {
  return clsx(
    'relative inline-flex min-w-11 items-center justify-center gap-2 rounded-sm text-center font-semibold transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed',
    VARIANT[variant],
    SIZE[size],
    block && 'w-full sm:w-auto',
    className,
  )
}

/** What the page is for: nothing at the window's edge may cover it. */
function isMainAction({ variant = 'primary', size }: Look): '' | undefined {
  return variant === 'primary' && size === 'lg' ? '' : undefined
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** Work is going on: the button keeps its width and focus, shows a spinner and ignores clicks. */
  busy?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export function Button({
  variant,
  size,
  block,
  className,
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      data-main-action={isMainAction({ variant, size })}
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClassName({ variant, size, block, className })}
    >
      <span className={clsx('contents', busy && '[&>*]:opacity-0')}>
        {busy ? <span>{children}</span> : children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

export interface ButtonLinkProps extends Look, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

/** A plain link that looks like a button. Needs no script. */
export function ButtonLink({ variant, size, block, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      data-main-action={isMainAction({ variant, size })}
      {...rest}
      className={buttonClassName({ variant, size, block, className })}
    >
      {children}
    </a>
  )
}
