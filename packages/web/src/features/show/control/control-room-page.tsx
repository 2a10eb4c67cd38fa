import { Skeleton } from '@mantine/core'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { ControlRoom, ShowStreamer } from '@rollcall/contract/show'
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import { IconAlertTriangle, IconDeviceTv, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { Sentence } from '#texts/sentence.tsx'
import { ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { StreamerLink } from '#ui/links.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { controlRoomQuery, roomKey } from '../queries.ts'
import scaled from '../scaled-picture.module.css'
import { StageView } from '../stage/stage-view.tsx'
import { useStage } from '../stage/use-stage.ts'
import { ControlBoard } from './control-board.tsx'
import classes from './control-room.module.css'
import { ShowControls } from './show-controls.tsx'
import { ShowLinks } from './show-links.tsx'
import { ShowSettingsForm } from './show-settings.tsx'
import { texts } from './texts.ts'

interface ControlRoomPageProps {
  /** The sentence of a warning, from the texts of uploads. */
  readonly warningText: (warning: UploadWarning) => string
  /** Panels of other features, once the control room has loaded. */
  readonly children?: (room: ControlRoom) => ReactNode
}

export function ControlRoomPage({ warningText, children }: ControlRoomPageProps) {
  const { id = '' } = useParams()
  const { data: room, error, refetch } = useQuery(controlRoomQuery(id))
  useLive(room ? `organiser/room:${Number(id)}` : null, roomKey(id))
  useTabName(room?.event.name)
  return (
    <Stack className={classes.page}>
      <BackLink to={PAGES.myEvents.path}>{texts.back}</BackLink>
      <PageHeading
        title={texts.title}
        actions={
          room && (
            <>
              <ButtonLink
                reloadDocument
                to={addressOf(PAGES.stage, { id })}
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconDeviceTv size={18} aria-hidden />}
              >
                {texts.openStage}
              </ButtonLink>
              <ButtonLink
                to={addressOf(PAGES.eventLeaderboard, { eventId: id })}
                variant="default"
                leftSection={<IconTable size={18} aria-hidden />}
              >
                {texts.leaderboard}
              </ButtonLink>
            </>
          )
        }
      >
        {room && (
          <>
            <bdi>{room.event.name}</bdi> <PlannedShow showAt={room.event.showAt} />
          </>
        )}
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
            <Preview eventId={id} seesHiddenRows={room.may.seeHiddenRows} />
          </div>
          <StreamerTiles room={room} warningText={warningText} />
          {room.may.setUp && (
            <div className={classes.columns}>
              <ShowSettingsForm eventId={id} settings={room.settings} />
              <ShowLinks eventId={id} room={room} />
            </div>
          )}
          {children?.(room)}
          {room.may.seeHiddenRows && <ControlBoard eventId={id} room={room} />}
        </>
      )}
    </Stack>
  )
}

interface PreviewProps {
  readonly eventId: string
  readonly seesHiddenRows: boolean
}

/** What the stage shows now, for organisers who cannot see the stage itself; for others, what viewers see. */
function Preview({ eventId, seesHiddenRows }: PreviewProps) {
  const { data } = useStage(eventId)
  return (
    <Stack gap="xs" className={classes.preview}>
      <section
        className={scaled.window}
        aria-label={seesHiddenRows ? texts.preview : texts.viewersPreview}
      >
        <div className={`${scaled.picture} ${classes.picture}`} aria-hidden="true">
          {data ? <StageView view={data} isPreview /> : <Skeleton height="100%" />}
        </div>
      </section>
      {!seesHiddenRows && <Quiet>{texts.viewersPreviewHint}</Quiet>}
    </Stack>
  )
}

interface StreamerTilesProps extends Pick<ControlRoomPageProps, 'warningText'> {
  readonly room: ControlRoom
}

function StreamerTiles({ room, warningText }: StreamerTilesProps) {
  const {
    streamers,
    settings: { isSealed },
  } = room
  const received = streamers.filter(({ receivedAt }) => receivedAt !== null).length
  return (
    <Panel title={texts.streamers.title(received, streamers.length)}>
      <ul className={`${cards.grid} ${classes.tiles}`}>
        {streamers.map((streamer) => (
          <li
            key={streamer.userId}
            className={classes.tile}
            data-waiting={streamer.receivedAt === null || undefined}
          >
            <Row wrap={false} gap="xs" className={classes.who}>
              <ProfileImage src={streamer.profileImageUrl} sizePx={36} />
              <StreamerLink channel={streamer.channel}>
                <ForeignName>{streamer.username}</ForeignName>
              </StreamerLink>
            </Row>
            {streamer.receivedAt === null ? (
              <p>{texts.streamers.waiting}</p>
            ) : (
              <p>
                <Sentence
                  text={texts.streamers.received}
                  parts={{
                    time: (
                      <time dateTime={streamer.receivedAt}>
                        {formatInstant(streamer.receivedAt)}
                      </time>
                    ),
                  }}
                />
              </p>
            )}
            <p>{texts.streamers.counts(streamer.racerCount, streamer.gameCount)}</p>
            {describeHeld(streamer) && (
              <Row as="p" wrap={false} gap="xs" align="stretch" className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {describeHeld(streamer)}
              </Row>
            )}
            {isSealed && streamer.sealAnswer !== 'agreed' && (
              <Row as="p" wrap={false} gap="xs" align="stretch" className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {streamer.sealAnswer === 'declined'
                  ? texts.streamers.declinedSeal
                  : texts.streamers.noSealAnswer}
              </Row>
            )}
            {!streamer.allowsPause && <p>{texts.streamers.allowsNoPause}</p>}
            {streamer.hasArrived && <p className={classes.arrived}>{texts.streamers.arrived}</p>}
            {streamer.warnings.map(warningText).map((warning) => (
              <Row
                as="p"
                wrap={false}
                gap="xs"
                align="stretch"
                key={warning}
                className={classes.warning}
              >
                <IconAlertTriangle size={16} aria-hidden />
                {warning}
              </Row>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Says which of the streamer's results other sealed events hold; null if none. */
function describeHeld({ heldGames, hasHeldSnapshot }: ShowStreamer): string | null {
  if (heldGames > 0) {
    return texts.streamers.heldGames(heldGames)
  }
  return hasHeldSnapshot ? texts.streamers.heldSnapshot : null
}
