import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { useHasDownloaded } from '#api/download-file.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import classes from './first-steps.module.css'
import { useCompanions, useOffersCompanion } from './queries.ts'
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
  const isConnected = data !== undefined && (data.hasSent || data.companions.length > 0)
  const connectsItself = useOffersCompanion()
  const isFetched = useHasDownloaded() || isConnected
  const steps = [isFetched, isConnected, hasResults]
  const done = steps.filter(Boolean).length
  return (
    <Panel title={firstSteps.streamer}>
      {!data && !error && <Loading />}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Steps>
            <Step
              isDone={isFetched}
              title={<Link to={PAGES.download.path}>{firstSteps.download}</Link>}
            >
              <Sentence
                text={firstSteps.downloadHint}
                parts={{ uploads: <Link to={PAGES.myUploads.path} /> }}
              />
            </Step>
            <Step isDone={isConnected} title={firstSteps.connect}>
              {connectsItself ? (
                firstSteps.connectHint
              ) : (
                <Sentence
                  text={firstSteps.connectByAddress}
                  parts={{ download: <Link to={PAGES.download.path} /> }}
                />
              )}
            </Step>
            <Step isDone={hasResults} title={firstSteps.play}>
              {firstSteps.playHint}
            </Step>
          </Steps>
          <p role="status" className={classes.progress}>
            {done === steps.length ? (
              <Sentence
                text={firstSteps.allDone}
                parts={{ leaderboard: <Link to={PAGES.leaderboards.path} /> }}
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
        <Sentence
          text={firstSteps.nothing}
          parts={{ leaderboards: <Link to={PAGES.leaderboards.path} /> }}
        />
      </p>
    </Panel>
  )
}
