/** The pages nobody wanted to reach look alike; this is the one for what is broken. */
import { PAGES } from '@rollcall/contract/pages'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { ChunkError } from '#ui/load-chunk.ts'
import { Loading } from '#ui/states.tsx'
import { texts as ui } from '#ui/texts.ts'
import classes from './dead-end.module.css'
import { texts } from './texts.ts'

const { failed, goTo } = texts

/** Both ways out load the page again, so that whatever failed starts fresh. */
export function ErrorPage() {
  const error = useRouteError()
  const isOutdated = error instanceof ChunkError && error.isOutdated
  useEffect(() => {
    // The click has already left the page before, and the address is where it leads.
    if (isOutdated) location.reload()
    else document.title = failed.title
  }, [isOutdated])
  if (isOutdated) return <Loading />
  return (
    <div role="alert">
      <DeadEnd
        icon={<IconPlugConnectedX size={52} stroke={1.4} aria-hidden />}
        title={failed.title}
        text={error instanceof ChunkError ? failed.chunk : failed.page}
      >
        <Button onClick={() => location.reload()}>{ui.retry}</Button>
        <ButtonLink reloadDocument to={PAGES.leaderboards.path} variant="default">
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
  readonly search?: ReactNode
  readonly children: ReactNode
}

export function DeadEnd({ icon, title, text, more = null, search, children }: DeadEndProps) {
  return (
    <Stack as="section" gap="sm" align="center" className={classes.deadEnd}>
      <div className={classes.icon}>{icon}</div>
      <h1 tabIndex={-1}>{title}</h1>
      <Quiet className={classes.text}>{text}</Quiet>
      {more !== null && <Quiet className={classes.text}>{more}</Quiet>}
      {search}
      <Row align="stretch" justify="center" className={classes.ways}>
        {children}
      </Row>
    </Stack>
  )
}
