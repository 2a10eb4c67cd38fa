import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  /** As large as a finger needs. */
  readonly isLarge?: boolean
}

/** A button that is only an icon. */
export function IconButton({ isLarge = false, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${classes.button} ${className}`}
      data-large={isLarge || undefined}
    />
  )
}
