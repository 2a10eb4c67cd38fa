import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siteQuery } from '#features/auth/site.ts'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { MarbleMark } from '#ui/marble-mark.tsx'
import classes from './plain-frame.module.css'

/** Around pages that somebody sees who is not signed in. Makes no call: it shows what is known. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  const { data: site } = useQuery({ ...siteQuery, enabled: false })
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <MarbleMark sizePx={30} />
          {site?.productName}
        </span>
        <ColorSchemeSwitch />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
