import { Skeleton } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { Disqualified } from './disqualified/disqualified.tsx'
import { DivisionChoice } from './divisions/division-choice.tsx'
import { DivisionSelect } from './divisions/division-select.tsx'
import { Divisions } from './divisions/divisions.tsx'
import { texts as divisionTexts } from './divisions/texts.ts'
import { EntriesPanel } from './entering/entries-panel.tsx'
import classes from './league.module.css'
import { LeagueForm } from './league-form.tsx'
import { LeagueLink } from './league-link.tsx'
import { OwnRounds, Rounds } from './league-rounds.tsx'
import { LeagueTable } from './league-table.tsx'
import { NextSeason } from './next-season.tsx'
import { Prizes } from './prizes.tsx'
import { type League, leagueQuery } from './queries.ts'
import { texts as rowTexts } from './rows/texts.ts'
import { RuleChanges, Rules } from './rules-list.tsx'
import { SeasonEnd } from './season-end.tsx'
import { TeamsPanel } from './teams/teams-panel.tsx'
import { SeriesCell } from './terms/explained-cell.tsx'
import { useCells } from './terms/use-cells.tsx'
import { texts } from './texts.ts'

const SEARCH_DELAY_MS = 300

/** A series' table and rules, below its events. A series without rules shows nothing to those who cannot set them. */
export function LeaguePanel({ id }: { readonly id: string }) {
  const [asked, setAsked] = useState<Asked>({ page: 1, search: '', division: null })
  const answer = useQuery(leagueQuery(id, asked))
  const { data, error, refetch } = answer
  // A page or a search that fails leaves what is on screen, and what was typed.
  const [league, setLeague] = useState<League>()
  if (data !== undefined && 'rows' in data && data !== league) setLeague(data)
  // Somebody has removed the division.
  const isGone = error instanceof ApiError && error.reply?.code === 'no_such_division'
  if (isGone && asked.division !== null) setAsked({ page: 1, search: '', division: null })
  const totalPages = useTotalPages(
    { data: league, isPlaceholderData: answer.isPlaceholderData },
    { list: `${asked.division} ${asked.search}`, page: asked.page },
  )
  const failure = error && <LoadError error={error} onRetry={() => void refetch()} />
  if (league === undefined) {
    // Another server has no leagues.
    if (error instanceof ApiError && error.status === 404) return null
    return (
      failure ?? (
        <Loading className={classes.league}>
          <Skeleton height="12rem" radius="lg" />
        </Loading>
      )
    )
  }
  if (league.rules === null && !league.canEdit) return null
  return (
    <div className={classes.league}>
      <Panel title={texts.title}>
        <RulesAndTable id={id} league={league} failure={failure}>
          {(onDone) => (
            <Shown
              id={id}
              league={league}
              asked={asked}
              totalPages={totalPages}
              isOutOfDate={answer.isPlaceholderData}
              onAsk={setAsked}
              onDone={onDone}
            />
          )}
        </RulesAndTable>
      </Panel>
      {league.rules?.teams && <TeamsPanel id={id} rounds={league.rounds} />}
    </div>
  )
}

interface RulesAndTableProps {
  readonly id: string
  readonly league: League
  /** What did not load. */
  readonly failure: ReactNode
  /** The table, if there are rules. */
  readonly children: (onDone: (done: Done) => void) => ReactNode
}

/** The table, or in its place the form for its rules. */
function RulesAndTable({ id, league, failure, children }: RulesAndTableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const edit = () => {
    setDone(null)
    setIsEditing(true)
  }
  const stopEditing = (what: Done | null) => {
    setDone(what)
    setIsEditing(false)
  }
  return (
    <Stack gap="md" className={classes.parts}>
      <DoneMessage done={done} takesFocus />
      {failure}
      {isEditing ? (
        <LeagueForm id={id} league={league} onDone={stopEditing} />
      ) : (
        <>
          {league.rules === null ? <Quiet>{texts.lead}</Quiet> : children(setDone)}
          {league.canEdit && (
            <div>
              <Button variant="default" onClick={edit}>
                {league.rules === null ? texts.setUp : texts.change}
              </Button>
            </div>
          )}
        </>
      )}
      {/* Also beside the form, so that nothing typed here is lost. */}
      {league.canEdit && league.rules !== null && (
        <>
          <Disqualified id={id} onDone={setDone} />
          <Prizes id={id} onDone={setDone} />
          <Divisions id={id} rules={league.rules} divisions={league.divisions} onDone={setDone} />
          <LeagueLink id={id} token={league.publicToken} />
          <EntriesPanel id={id} hasPage={league.publicToken !== null} onDone={setDone} />
          <SeasonEnd id={id} league={league} />
          <NextSeason id={id} rounds={league.rounds} hasDivisions={league.divisions.length > 0} />
        </>
      )}
    </Stack>
  )
}

interface Asked {
  readonly page: number
  readonly search: string
  /** null: the table with everybody. */
  readonly division: number | null
}

interface ShownProps {
  readonly id: string
  readonly league: League
  readonly asked: Asked
  readonly totalPages: number
  readonly isOutOfDate: boolean
  readonly onAsk: (asked: Asked) => void
  readonly onDone: (done: Done) => void
}

function Shown({ id, league, asked, totalPages, isOutOfDate, onAsk, onDone }: ShownProps) {
  const { rules, rounds, rows, total, canEdit, divisions } = league
  const { text, setText } = useSettledText({
    value: asked.search,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (search) => onAsk({ ...asked, page: 1, search }),
  })
  const isSearch = asked.search !== ''
  const division = divisions.find((each) => each.id === asked.division)
  const { cells, dialog } = useCells({
    rounds,
    explain: (cell, value) =>
      rules && (
        <SeriesCell
          id={id}
          asked={{
            ...cell,
            ...(asked.division !== null && { division: String(asked.division) }),
          }}
          points={rules.points}
          value={value}
        />
      ),
  })
  const find = rules?.rows?.kind === 'streamers' ? rowTexts.streamer.find : texts.find
  return (
    <>
      {dialog}
      <DivisionChoice
        divisions={divisions}
        chosen={asked.division}
        onChoose={(division) => onAsk({ page: 1, search: '', division })}
      />
      {(total > 0 || isSearch) && (
        <LookupField
          label={find}
          what={find}
          maxLength={MAX_SEARCH_LENGTH}
          text={text}
          onText={setText}
        />
      )}
      {total === 0 && <Empty isSearch={isSearch} division={division?.name} />}
      {total > 0 && (
        <LeagueTable
          {...{ rounds, rows, cells, isOutOfDate }}
          label={texts.table}
          divisionOf={(row) =>
            canEdit && divisions.length > 0 ? (
              <DivisionSelect
                id={id}
                row={row}
                divisions={divisions}
                table={asked.division}
                onDone={onDone}
              />
            ) : (
              row.division && <span>{row.division.name}</span>
            )
          }
        />
      )}
      {totalPages > 1 && (
        <PageButtons
          label={texts.pages}
          page={asked.page}
          totalPages={totalPages}
          onPage={(page) => onAsk({ ...asked, page })}
        />
      )}
      <AllRounds {...{ id, rounds, canEdit, onDone }} />
      {rules && <Rules rules={rules} rounds={rounds} divisions={divisions} />}
      {rules && <RuleChanges changes={league.ruleChanges} rules={rules} rounds={rounds} />}
    </>
  )
}

interface EmptyProps {
  readonly isSearch: boolean
  /** Whose table it is; undefined: everybody's. */
  readonly division: string | undefined
}

function Empty({ isSearch, division }: EmptyProps) {
  return isSearch ? (
    <p>{texts.notFound}</p>
  ) : (
    <Nothing>
      {division === undefined ? `${texts.none} ${texts.noneHint}` : divisionTexts.empty(division)}
    </Nothing>
  )
}

interface AllRoundsProps extends Pick<League, 'rounds' | 'canEdit'> {
  readonly id: string
  readonly onDone: (done: Done) => void
}

const AllRounds = ({ canEdit, onDone, ...shown }: AllRoundsProps) =>
  canEdit ? <OwnRounds {...shown} onDone={onDone} /> : <Rounds {...shown} />
