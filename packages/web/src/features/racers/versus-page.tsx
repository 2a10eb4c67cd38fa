import { Skeleton } from '@mantine/core'
import { type Racer, type RacerLabel, racerName, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { Navigate, useParams } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { GameList } from '#ui/board/game-lines.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { widestWord } from '#ui/board/text-width.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import cards from '#ui/cards.module.css'
import { formatNumber } from '#ui/format-number.ts'
import { Head } from '#ui/head.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { ChannelLink, RacerLink, racerPage, versusPage } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageError } from '#ui/page-error.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { sumOf } from './add-meetings.ts'
import { isAt } from './is-at.ts'
import { type Versus, versusQuery } from './queries.ts'
import { texts } from './texts.ts'
import classes from './versus-page.module.css'
import { MeetingsTable, SharedPointsTable } from './versus-tables.tsx'

const { versus: words } = texts
const MARBLE_PX = 96

export function VersusPage() {
  const { platform = '', login = '', otherPlatform = '', otherLogin = '' } = useParams()
  const asked = { platform, login }
  const askedOther = { platform: otherPlatform, login: otherLogin }
  const { data: versus, error, refetch } = useQuery(versusQuery(asked, askedOther))
  const { racer, other } = versus ?? { racer: nameless(asked), other: nameless(askedOther) }
  const title = words.title(shownName(racer), shownName(other))
  useTabName(versus && title)
  if (!(isAt(racer.address, asked) && isAt(other.address, askedOther))) {
    return <Navigate to={versusPage(racer.address, other.address)} replace />
  }
  return (
    <WidePage>
      {(versus || !error) && (
        <div className={classes.heading} style={{ '--width': widestWord(title) } as CSSProperties}>
          <Head
            kind={<BackLink to={racerPage(asked)}>{words.back(shownName(racer))}</BackLink>}
            name={title}
          />
        </div>
      )}
      {error && !versus && <PageError error={error} onRetry={() => void refetch()} />}
      {!versus && !error && (
        <Loading>
          <Skeleton height="16rem" radius="lg" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {versus && <VersusView versus={versus} />}
    </WidePage>
  )
}

/** Until the name is known, the login. */
const nameless = (address: Racer) => ({ racer_name: racerName(address), address })

function VersusView({ versus }: { readonly versus: Versus }) {
  const { meetings, points, latest } = versus
  return (
    <Columns
      aside={
        latest.length > 0 && (
          <Panel title={words.latest}>
            <GameList
              label={words.latest}
              games={latest}
              outcome={(game) => <Places versus={versus} game={game} />}
            />
          </Panel>
        )
      }
    >
      {meetings.length === 0 ? (
        <EmptyState message={words.never}>{words.neverHint}</EmptyState>
      ) : (
        <>
          <Score versus={versus} />
          <Panel title={words.score}>
            <MeetingsTable versus={versus} />
          </Panel>
        </>
      )}
      {points.length > 0 && (
        <Panel title={words.points}>
          <SharedPointsTable versus={versus} />
        </Panel>
      )}
    </Columns>
  )
}

/** How many games they played, and in how many each was ahead. */
function Score({ versus: { racer, other, meetings } }: { readonly versus: Versus }) {
  const { games, ahead, behind } = sumOf(meetings)
  return (
    <div className={`${cards.card} ${classes.score}`}>
      <Side racer={racer} ahead={ahead} isLeading={ahead > behind} />
      <Side racer={other} ahead={behind} isLeading={behind > ahead} />
      <Quiet className={classes.games}>{words.met(games)}</Quiet>
    </div>
  )
}

interface SideProps {
  readonly racer: RacerLabel
  readonly ahead: number
  readonly isLeading: boolean
}

function Side({ racer, ahead, isLeading }: SideProps) {
  const name = shownName(racer)
  return (
    <Stack gap="2xs" align="center" className={classes.side} data-leading={isLeading || undefined}>
      <Marble name={racer.racer_name} color={racer.color} sizePx={MARBLE_PX} />
      <span className={classes.name} style={{ '--width': widestWord(name) } as CSSProperties}>
        <RacerLink racer={racer}>
          <bdi>
            <BreakableName>{name}</BreakableName>
          </bdi>
        </RacerLink>
      </span>
      <strong className={classes.figure}>{formatNumber(ahead)}</strong>
      <span className={layout.note}>{words.gamesAhead(ahead)}</span>
    </Stack>
  )
}

interface PlacesProps {
  readonly versus: Versus
  readonly game: Versus['latest'][number]
}

function Places({ versus: { racer, other }, game }: PlacesProps) {
  const { position, otherPosition, racerCount, channel } = game
  return (
    <Sentence
      text={words.places(position, otherPosition, texts.latest.marbles(racerCount))}
      parts={{
        racer: <bdi>{shownName(racer)}</bdi>,
        other: <bdi>{shownName(other)}</bdi>,
        channel: (
          <ChannelLink channel={channel}>
            <bdi>{channel.name}</bdi>
          </ChannelLink>
        ),
      }}
    />
  )
}
