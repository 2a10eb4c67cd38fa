import { Skeleton } from '@mantine/core'
import type { ControlRoom, ShowStreamer } from '@rollcall/contract/show'
import { IconAlertTriangle, IconDeviceTv, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { ControlBoard } from './control-board.tsx'
import classes from './control-room.module.css'
import { controlRoomQuery, roomKey } from './queries.ts'
import { ShowControls } from './show-controls.tsx'
import { ShowLinks } from './show-links.tsx'
import { ShowSettingsForm } from './show-settings.tsx'
import { StageView } from './stage-view.tsx'
import { useStage } from './use-stage.ts'

interface ControlRoomPageProps {
  /** What belongs to the evening beside the show itself, once that is known to be one's own. */
  readonly children?: (room: ControlRoom) => ReactNode
}

export function ControlRoomPage({ children }: ControlRoomPageProps) {
  const { id = '' } = useParams()
  const { data: room, error, refetch } = useQuery(controlRoomQuery(id))
  useLive(room ? `organiser/room:${Number(id)}` : null, roomKey(id))
  useTabName(room?.event.name)
  return (
    <div className={classes.page}>
      <BackLink to="/my-events">My Events</BackLink>
      <PageHeading
        title="Control Room"
        actions={
          room && (
            <>
              <ButtonLink
                reloadDocument
                to={`/stage/${id}`}
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconDeviceTv size={18} aria-hidden />}
              >
                Open the Stage
              </ButtonLink>
              <ButtonLink
                to={`/my-events/view-leaderboard/${id}`}
                variant="default"
                leftSection={<IconTable size={18} aria-hidden />}
              >
                Leaderboard
              </ButtonLink>
            </>
          )
        }
      >
        {room && <bdi>{room.event.name}</bdi>}
      </PageHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!room && !error && (
        <Loading className={classes.columns}>
          <Skeleton height="18rem" />
          <Skeleton height="18rem" />
        </Loading>
      )}
      {room && (
        <>
          <div className={classes.columns}>
            <ShowControls eventId={id} room={room} />
            <Preview eventId={id} />
          </div>
          <StreamerTiles room={room} />
          <div className={classes.columns}>
            <ShowSettingsForm eventId={id} settings={room.settings} />
            <ShowLinks eventId={id} room={room} />
          </div>
          {children?.(room)}
          <ControlBoard eventId={id} room={room} />
        </>
      )}
    </div>
  )
}

/** What the stage shows now, for whoever holds the remote and does not see it. */
function Preview({ eventId }: { readonly eventId: string }) {
  const { data } = useStage(eventId)
  return (
    <section className={classes.preview} aria-label="On stage now">
      <div className={classes.picture} aria-hidden="true">
        {data ? <StageView view={data} isPreview /> : <Skeleton height="100%" />}
      </div>
    </section>
  )
}

function StreamerTiles({ room }: { readonly room: ControlRoom }) {
  const {
    streamers,
    settings: { isSealed },
  } = room
  const received = streamers.filter(({ receivedAt }) => receivedAt !== null).length
  return (
    <Panel title={`Results: ${formatNumber(received)} of ${formatNumber(streamers.length)}`}>
      <ul className={`${cards.grid} ${classes.tiles}`}>
        {streamers.map((streamer) => (
          <li
            key={streamer.userId}
            className={classes.tile}
            data-waiting={streamer.receivedAt === null || undefined}
          >
            <div className={classes.who}>
              <ProfileImage src={streamer.profileImageUrl} sizePx={36} />
              <ForeignName>{streamer.username}</ForeignName>
            </div>
            {streamer.receivedAt === null ? (
              <p>Waiting for results</p>
            ) : (
              <p>
                Received{' '}
                <time dateTime={streamer.receivedAt}>{formatInstant(streamer.receivedAt)}</time>
              </p>
            )}
            <p>
              {formatCount(streamer.racerCount, { one: 'racer', other: 'racers' })},{' '}
              {formatCount(streamer.gameCount, { one: 'game', other: 'games' })}
            </p>
            {heldNoteOf(streamer) && (
              <p className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {heldNoteOf(streamer)}
              </p>
            )}
            {isSealed && streamer.sealAnswer !== 'agreed' && (
              <p className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {streamer.sealAnswer === 'declined'
                  ? 'Declined the seal. Other events show the games that finish from then on.'
                  : 'Has not agreed to the seal yet. Other events show the games that finish before the answer.'}
              </p>
            )}
            {!streamer.allowsPause && <p>Does not let this show pause the channel's overlay</p>}
            {streamer.hasArrived && <p className={classes.arrived}>New since the show began</p>}
            {streamer.warnings.map((warning) => (
              <p key={warning} className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {warning}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What other sealed events hold of the streamer's results; null: nothing. */
function heldNoteOf({ heldGames, hasHeldSnapshot }: ShowStreamer): string | null {
  if (heldGames > 0) {
    const games = `${formatCount(heldGames, { one: 'game', other: 'games' })} ${heldGames === 1 ? 'is' : 'are'}`
    return `${games} held until another event's show.`
  }
  return hasHeldSnapshot ? "The results sent last are held until another event's show." : null
}
