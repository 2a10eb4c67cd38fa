import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { LEAGUE_PAGE_SIZE, type LeagueRow } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { shownName } from '@rollcall/scoring/racer'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { Places, type PlacesOf, RACER, usePlaces } from '#ui/board/places.tsx'
import { texts as board } from '#ui/board/texts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Download } from '#ui/download.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { leagueAddress } from '#ui/links.tsx'
import { PagedList, type useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { Nothing } from '#ui/states.tsx'
import { texts as ui } from '#ui/texts.ts'
import { countingRounds, LeagueTable, Reasons } from '../league-table.tsx'
import { texts as rowTexts } from '../rows/texts.ts'
import { areStreamers } from './league-head.tsx'
import { nextRound } from './next-round.ts'
import classes from './public-league.module.css'
import {
  downloadLeague,
  ownLeagueRowQuery,
  publicLeaguePlaceQuery,
  publicLeagueRowsQuery,
  type ShownPlace,
  shownPlace,
} from './queries.ts'
import { texts } from './texts.ts'

const { streamer } = rowTexts

type LeaguePlaces = PlacesOf<ShownPlace>

/** Loaded before the page is drawn, since they are above everything else. */
export function useLeaguePlaces(
  token: string,
  { isOpen, isOfStreamers }: { isOpen: boolean; isOfStreamers: boolean },
): LeaguePlaces {
  const places = usePlaces({
    isSignedIn: useSessionToken() !== null,
    own: ownLeagueRowQuery(token),
    placeOf: (name) => publicLeaguePlaceQuery(token, name),
    isOpen,
  })
  // The name that a stranger gave is a racer's.
  return isOfStreamers ? { ...places, name: null, onMe: undefined } : places
}

interface TableProps {
  readonly token: string
  readonly league: PublicLeague
  readonly places: LeaguePlaces
  readonly asked: ReturnType<typeof useAskedRows>
}

/** The reader's place, and that of the racer in a shared link. */
export function LeaguePlaceRows({ token, league, places, asked }: TableProps) {
  return (
    <Places
      places={places}
      asked={asked}
      absent={null}
      formatPoints={formatNumber}
      facts={reasonsIn(league)}
      sharing={(row) => <Sharing token={token} league={league.name} row={row} />}
    />
  )
}

interface SharingProps {
  readonly token: string
  readonly league: string
  readonly row: ShownPlace['row']
}

function Sharing({ token, league, row }: SharingProps) {
  const search = `?${new URLSearchParams({ [RACER]: row.racer_name })}`
  return (
    <>
      <ShareButton
        page={leagueAddress(token) + search}
        title={texts.place.share(shownName(row), league)}
        variant="default"
      />
      <ButtonLink
        reloadDocument
        to={addressOf(cardOf(PAGES.league), { token }) + search}
        download="place.png"
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {texts.place.save}
      </ButtonLink>
    </>
  )
}

const reasonsIn = ({ rounds }: PublicLeague) => {
  const counting = countingRounds(rounds)
  return (row: LeagueRow): ReactNode => <Reasons row={row} counting={counting} />
}

export function WholeTable({ token, league, places, asked }: TableProps) {
  const { page, search } = asked
  const { rounds, total } = league
  const isOfStreamers = areStreamers(league)
  const answer = useQuery({ ...publicLeagueRowsQuery(token, { page, search }), enabled: total > 0 })
  const found = search !== '' && answer.data?.found ? shownPlace(answer.data.found) : null
  return (
    <Panel title={texts.table}>
      {total === 0 && <NothingYet league={league} />}
      {total > 0 && (
        <PagedList
          what={isOfStreamers ? streamer.what : ui.board.racer}
          lookupLabel={
            isOfStreamers ? streamer.find : places.onMe ? board.own.search : texts.lookup
          }
          maxLength={MAX_SEARCH_LENGTH}
          asked={asked}
          answer={answer}
          awaited={Math.min(total, LEAGUE_PAGE_SIZE)}
          empty={{
            message: texts.notFound,
            hint: isOfStreamers ? streamer.notFoundHint : texts.notFoundHint,
          }}
          found={
            found && (
              <Found
                place={found}
                asked={asked}
                onMe={places.onMe}
                facts={reasonsIn(league)}
                refetch={answer.refetch}
              />
            )
          }
          list={(rows) => (
            <div className={classes.table}>
              <LeagueTable
                rounds={rounds}
                rows={rows}
                label={texts.tableOf(league.name)}
                isOutOfDate={answer.isPlaceholderData}
                current={asked.current}
              />
            </div>
          )}
        />
      )}
      {answer.data && answer.data.rows.length > 0 && (
        <Download
          what={texts.download}
          fileName="league"
          load={(format, options) => downloadLeague(token, { search, format }, options)}
        />
      )}
    </Panel>
  )
}

interface FoundProps {
  readonly place: ShownPlace
  readonly asked: ReturnType<typeof useAskedRows>
  readonly onMe: LeaguePlaces['onMe']
  readonly facts: (row: LeagueRow) => ReactNode
  readonly refetch: () => unknown
}

/** The racer whom the search names, whom a stranger may be. */
function Found({ place, asked, onMe, facts, refetch }: FoundProps) {
  const { row, page } = place
  return (
    <OwnRow
      answer={{ data: place, error: null, refetch }}
      name={shownName(row)}
      formatPoints={formatNumber}
      facts={facts}
      onGo={() => asked.show({ page, search: '', current: row.id })}
    >
      {onMe && (
        <Button
          variant="default"
          onClick={() => {
            onMe(row.racer_name)
            asked.find('')
          }}
        >
          {board.own.isMe}
        </Button>
      )}
    </OwnRow>
  )
}

function NothingYet({ league: { rounds } }: { readonly league: PublicLeague }) {
  const next = nextRound(rounds)
  if (rounds.length === 0) return <Nothing>{texts.noRounds}</Nothing>
  if (next === null) return <Nothing>{texts.waiting}</Nothing>
  return (
    <Nothing>
      <Sentence
        text={texts.first(formatDays(next.startAt, next.endAt))}
        parts={{ round: <bdi>{next.name}</bdi> }}
      />
    </Nothing>
  )
}
