import type { ComponentProps } from 'react'
import classes from './table.module.css'

interface TableProps extends ComponentProps<'table'> {
  /** What it shows is about to be replaced. */
  readonly isOutOfDate?: boolean
  /** Rows light up below the pointer. */
  readonly isLong?: boolean
}

export function Table(props: TableProps) {
  const { isOutOfDate = false, isLong = false, className = '', ...rest } = props
  return (
    <table
      {...rest}
      className={`${classes.table} ${className}`}
      data-busy={isOutOfDate || undefined}
      data-hover={isLong || undefined}
    />
  )
}
