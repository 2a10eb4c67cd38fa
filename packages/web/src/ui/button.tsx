import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './button.module.css'

interface ButtonLook {
  /** `filled` is for the page's main action, `next` for what one most likely does next with a thing of a list. */
  readonly variant?: 'filled' | 'default' | 'next'
  readonly size?: 'compact-sm' | 'xs' | 'sm' | 'md' | 'lg'
  readonly leftSection?: ReactNode
  readonly rightSection?: ReactNode
  readonly fullWidth?: boolean
  readonly className?: string | undefined
  readonly children?: ReactNode
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** The action is under way, and a further press has no effect. */
    readonly loading?: boolean
  }

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook

export function Button({ loading = false, ...props }: ButtonProps) {
  const { children, ...rest } = withLook(props)
  return (
    <button
      type="button"
      {...rest}
      // Not disabled, or it would lose the focus.
      {...(loading && { 'aria-disabled': true, onClick: refusePress })}
      data-loading={loading || undefined}
    >
      {loading && <span className={classes.loader} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** Also the press by which Enter in a field would send the form again. */
function refusePress(event: MouseEvent): void {
  event.preventDefault()
}

export function ButtonLink(props: ButtonLinkProps) {
  return <Link {...withLook(props)} />
}

function withLook<Props extends ButtonLook>({
  variant = 'filled',
  size = 'sm',
  leftSection,
  rightSection,
  fullWidth = false,
  className = '',
  children,
  ...rest
}: Props) {
  return {
    ...rest,
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-full': fullWidth || undefined,
    children: (
      <>
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        <span className={classes.label}>{children}</span>
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </>
    ),
  }
}
