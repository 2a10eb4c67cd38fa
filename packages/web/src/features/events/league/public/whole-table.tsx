import type { Division } from '@rollcall/contract/divisions'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { LEAGUE_PAGE_SIZE, type LeagueRow } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { nextRound } from '@rollcall/contract/leagues-season'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { Places, type PlacesOf, usePlaces } from '#ui/board/places.tsx'
import { SharePlace } from '#ui/board/share-place.tsx'
import { texts as board } from '#ui/board/texts.ts'
import { Button } from '#ui/button.tsx'
import { Download } from '#ui/download.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { leagueAddress } from '#ui/links.tsx'
import { PagedList, type useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { Nothing } from '#ui/states.tsx'
import { texts as ui } from '#ui/texts.ts'
import { texts as divisionTexts } from '../divisions/texts.ts'
import { countingRounds, LeagueTable, Reasons } from '../league-table.tsx'
import { texts as rowTexts } from '../rows/texts.ts'
import { AnsweredCell } from '../terms/explained-cell.tsx'
import type { AskedCell } from '../terms/queries.ts'
import { useCells } from '../terms/use-cells.tsx'
import { DivisionOfPage, DivisionOfRow, inAddress } from './division-of-page.tsx'
import { areStreamers } from './league-head.tsx'
import classes from './public-league.module.css'
import {
  downloadLeague,
  ownLeagueRowQuery,
  publicCellQuery,
  publicLeaguePlaceQuery,
  publicLeagueRowsQuery,
  type ShownPlace,
  shownPlace,
  type TableOf,
} from './queries.ts'
import { texts } from './texts.ts'

const { streamer } = rowTexts

type LeaguePlaces = PlacesOf<ShownPlace>

/** Loaded before the page is drawn, since they are above everything else. */
export function useLeaguePlaces(
  of: TableOf,
  { isOpen, isOfStreamers }: { isOpen: boolean; isOfStreamers: boolean },
): LeaguePlaces {
  const places = usePlaces({
    isSignedIn: useSessionToken() !== null,
    own: ownLeagueRowQuery(of),
    placeOf: (name) => publicLeaguePlaceQuery(of, name),
    isOpen,
  })
  // The name that a stranger gave is a racer's.
  return isOfStreamers ? { ...places, name: null, onMe: undefined } : places
}

interface TableProps {
  readonly of: TableOf
  readonly league: PublicLeague
  readonly places: LeaguePlaces
  readonly asked: ReturnType<typeof useAskedRows>
}

/** The reader's place, and that of the racer in a shared link. */
export function LeaguePlaceRows({ of, league, places, asked }: TableProps) {
  return (
    <Places
      places={places}
      asked={asked}
      absent={null}
      formatPoints={formatNumber}
      facts={reasonsIn(league)}
      sharing={(row) => (
        <SharePlace
          row={row}
          where={league.name}
          page={leagueAddress(of.token)}
          picture={addressOf(cardOf(PAGES.league), { token: of.token })}
          query={inAddress(of)}
        />
      )}
    />
  )
}

const reasonsIn = ({ rounds }: PublicLeague) => {
  const counting = countingRounds(rounds)
  return (row: LeagueRow): ReactNode => <Reasons row={row} counting={counting} />
}

export function WholeTable({ of, league, places, asked }: TableProps) {
  const { page, search } = asked
  const { rounds, divisions } = league
  const division = divisions.find(({ id }) => id === of.division)
  const { total } = division ?? league
  const isOfStreamers = areStreamers(league)
  const answer = useQuery({ ...publicLeagueRowsQuery(of, { page, search }), enabled: total > 0 })
  const own = useQuery({ ...ownLeagueRowQuery(of), enabled: useSessionToken() !== null })
  const { cells, dialog } = useCells({
    rounds,
    explain: (asked, value) => (
      <PublicCell of={of} asked={asked} points={league.rules.points} value={value} />
    ),
    own: own.data?.row.id,
  })
  const found = search !== '' && answer.data?.found ? shownPlace(answer.data.found) : null
  return (
    <Panel title={texts.table}>
      {dialog}
      {league.total > 0 && <DivisionOfPage league={league} of={of} />}
      {league.total === 0 && <NothingYet league={league} />}
      {league.total > 0 && division?.total === 0 && (
        <Nothing>{divisionTexts.empty(division.name)}</Nothing>
      )}
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
                label={labelOf(texts.tableOf(league.name), division)}
                isOutOfDate={answer.isPlaceholderData}
                current={asked.current}
                cells={cells}
                divisionOf={(row) => <DivisionOfRow row={row} of={of} />}
              />
            </div>
          )}
        />
      )}
      {answer.data && answer.data.rows.length > 0 && (
        <Download
          what={texts.download}
          fileName="league"
          load={(format, options) => downloadLeague(of, { search, format }, options)}
        />
      )}
    </Panel>
  )
}

interface PublicCellProps extends Omit<Parameters<typeof AnsweredCell>[0], 'answer'> {
  readonly of: TableOf
  readonly asked: AskedCell
}

const PublicCell = ({ of, asked, ...shown }: PublicCellProps) => (
  <AnsweredCell answer={useQuery(publicCellQuery(of, asked))} {...shown} />
)

const labelOf = (table: string, division: Division | undefined) =>
  division === undefined ? table : divisionTexts.tableOf(table, division.name)

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
