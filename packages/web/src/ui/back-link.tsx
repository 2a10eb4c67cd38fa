import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './page-heading.module.css'

export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className={classes.back ?? ''}>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      {children}
    </Link>
  )
}
