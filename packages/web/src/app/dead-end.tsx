/** The pages nobody wanted to reach look alike; this is the one for what is broken. */
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChunkError } from '#ui/load-chunk.ts'
import { texts as ui } from '#ui/texts.ts'
import classes from './dead-end.module.css'
import { texts } from './texts.ts'

const { failed, goTo } = texts

/** Both ways out load the page again, so that whatever failed starts fresh. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => {
    document.title = failed.title
  }, [])
  return (
    <div role="alert">
      <DeadEnd
        icon={<IconPlugConnectedX size={52} stroke={1.4} aria-hidden />}
        title={failed.title}
        text={error instanceof ChunkError ? failed.chunk : failed.page}
      >
        <Button onClick={() => location.reload()}>{ui.retry}</Button>
        <ButtonLink reloadDocument to="/leaderboards" variant="default">
          {goTo.leaderboards}
        </ButtonLink>
      </DeadEnd>
    </div>
  )
}

interface DeadEndProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly more?: string | null
  readonly children: ReactNode
}

export function DeadEnd({ icon, title, text, more = null, children }: DeadEndProps) {
  return (
    <section className={classes.deadEnd}>
      <div className={classes.icon}>{icon}</div>
      <h1 tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      {more !== null && <p className={classes.text}>{more}</p>}
      <div className={classes.ways}>{children}</div>
    </section>
  )
}
