import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { useHasDownloaded } from '#api/download-file.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import classes from './first-steps.module.css'
import { useCompanions } from './queries.ts'
import { texts } from './texts.ts'

const { firstSteps } = texts

/** For people with an empty dashboard: a streamer's first steps, and how racers get their numbers. */
export function FirstSteps() {
  return (
    <div className={classes.panels}>
      <StreamerSteps />
      <RacerHint />
    </div>
  )
}

/** Steps are ticked off as soon as the server knows about them, without a reload. */
function StreamerSteps() {
  const { data, error, refetch } = useCompanions()
  const hasResults = data?.hasResults ?? false
  const isConnected = hasResults || (data?.companions.length ?? 0) > 0
  const isFetched = useHasDownloaded() || isConnected
  const done = [isFetched, isConnected, hasResults].filter(Boolean).length
  return (
    <Panel title={firstSteps.streamer}>
      {!data && !error && <Loading />}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Steps>
            <Step isDone={isFetched} title={<Link to="/download">{firstSteps.download}</Link>}>
              <Sentence
                text={firstSteps.downloadHint}
                parts={{ uploads: <Link to="/my-uploads" /> }}
              />
            </Step>
            <Step isDone={isConnected} title={firstSteps.connect}>
              {firstSteps.connectHint}
            </Step>
            <Step isDone={hasResults} title={firstSteps.play}>
              {firstSteps.playHint}
            </Step>
          </Steps>
          <p role="status" className={classes.progress}>
            {hasResults ? (
              <Sentence
                text={firstSteps.allDone}
                parts={{ leaderboard: <Link to="/leaderboards" /> }}
              />
            ) : (
              firstSteps.done(done)
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
    <Panel title={firstSteps.racer}>
      <p>
        {firstSteps.join}{' '}
        {user ? (
          <Sentence text={firstSteps.ownName} parts={{ name: <bdi>{user.username}</bdi> }} />
        ) : (
          firstSteps.chatName
        )}{' '}
        {firstSteps.matched}
      </p>
      <p>
        <Sentence text={firstSteps.nothing} parts={{ leaderboards: <Link to="/leaderboards" /> }} />
      </p>
    </Panel>
  )
}
