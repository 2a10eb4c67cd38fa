import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { DeadEnd } from './dead-end.tsx'
import { ChunkError } from './load-chunk.ts'

const TITLE = 'Unexpected Application Error!'

/** Leaves by loading anew: what failed, a script or our own code, starts fresh. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => {
    document.title = TITLE
  }, [])
  return (
    <div role="alert">
      <DeadEnd
        icon={<IconPlugConnectedX size={52} stroke={1.4} aria-hidden />}
        title={TITLE}
        text={
          error instanceof ChunkError
            ? `${error.message} Check your connection, then try again.`
            : 'Something broke on this page. Nothing you saved is lost.'
        }
      >
        <Button onClick={() => location.reload()}>Try again</Button>
        <Button component="a" href="/leaderboards" variant="default">
          Go to the leaderboards
        </Button>
      </DeadEnd>
    </div>
  )
}
