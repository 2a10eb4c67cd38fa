import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { useHasDownloaded } from '#api/download-file.ts'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import classes from './first-steps.module.css'
import { useCompanions } from './queries.ts'

/** For somebody whose dashboard is empty: what a streamer does first, and where a racer's name comes from. */
export function FirstSteps() {
  return (
    <div className={classes.panels}>
      <StreamerSteps />
      <RacerHint />
    </div>
  )
}

/** Each is ticked off by what the server has heard, without a reload. */
function StreamerSteps() {
  const { data, error, refetch } = useCompanions()
  const hasResults = data?.hasResults ?? false
  const isConnected = hasResults || (data?.companions.length ?? 0) > 0
  const isFetched = useHasDownloaded() || isConnected
  const done = [isFetched, isConnected, hasResults].filter(Boolean).length
  return (
    <Panel title="You stream the game?">
      {!data && !error && <Loading />}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Steps>
            <Step isDone={isFetched} title={<Link to="/download">Get the companion</Link>}>
              It runs beside the game on your computer. Files that you have already can be{' '}
              <Link to="/my-uploads">uploaded by hand</Link>.
            </Step>
            <Step isDone={isConnected} title="Connect it">
              Start it: it opens this site, and you confirm. No password, no key.
            </Step>
            <Step isDone={hasResults} title="First game seen">
              Play one. Your channel is on the leaderboard seconds after it ends.
            </Step>
          </Steps>
          <p role="status" className={classes.progress}>
            {hasResults ? (
              <>
                All done: your channel is on the <Link to="/leaderboards">leaderboard</Link>.
              </>
            ) : (
              `${done} of 3 done. This page notices by itself.`
            )}
          </p>
        </>
      )}
    </Panel>
  )
}

function RacerHint() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    <Panel title="You race on somebody's stream?">
      <p>
        Join from the chat of a streamer who uploads here. The game then writes your marble's
        results under the name that you chat with
        {user && (
          <>
            , <bdi>{user.username}</bdi>
          </>
        )}
        ; they are found by that name, also those of before you signed in.
      </p>
      <p>
        Nothing there although you have raced? The streamer's companion may not have sent the game
        yet. <Link to="/leaderboards">Which streamers upload</Link>
      </p>
    </Panel>
  )
}
