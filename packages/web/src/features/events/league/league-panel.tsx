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
import { TeamsPanel } from './teams/teams-panel.tsx'
import { texts } from './texts.ts'

const SEARCH_DELAY_MS = 300

/** A series' table and rules, below its events. A series without rules shows nothing to those who cannot set them. */
export function LeaguePanel({ id }: { readonly id: string }) {
  const [asked, setAsked] = useState({ page: 1, search: '' })
  const answer = useQuery(leagueQuery(id, asked))
  const { data, error, refetch } = answer
  // A page or a search that fails leaves what is on screen, and what was typed.
  const [league, setLeague] = useState<League>()
  if (data !== undefined && 'rows' in data && data !== league) setLeague(data)
  const totalPages = useTotalPages(
    { data: league, isPlaceholderData: answer.isPlaceholderData },
    { list: asked.search, page: asked.page },
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
      <DoneMessage done={done} takesFocus={!isEditing} />
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
          {league.canEdit && league.rules !== null && (
            <>
              <Prizes id={id} onDone={setDone} />
              <LeagueLink id={id} token={league.publicToken} />
              <NextSeason id={id} rounds={league.rounds} />
            </>
          )}
        </>
      )}
    </Stack>
  )
}

interface Asked {
  readonly page: number
  readonly search: string
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
  const { rules, rounds, rows, total, canEdit } = league
  const { text, setText } = useSettledText({
    value: asked.search,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (search) => onAsk({ page: 1, search }),
  })
  const isSearch = asked.search !== ''
  const find = rules?.rows?.kind === 'streamers' ? rowTexts.streamer.find : texts.find
  return (
    <>
      {(total > 0 || isSearch) && (
        <LookupField
          label={find}
          what={find}
          maxLength={MAX_SEARCH_LENGTH}
          text={text}
          onText={setText}
        />
      )}
      {total === 0 && isSearch && <p>{texts.notFound}</p>}
      {total === 0 && !isSearch && (
        <Nothing>
          {texts.none} {texts.noneHint}
        </Nothing>
      )}
      {total > 0 && (
        <LeagueTable rounds={rounds} rows={rows} label={texts.table} isOutOfDate={isOutOfDate} />
      )}
      {totalPages > 1 && (
        <PageButtons
          label={texts.pages}
          page={asked.page}
          totalPages={totalPages}
          onPage={(page) => onAsk({ ...asked, page })}
        />
      )}
      {canEdit ? (
        <OwnRounds id={id} rounds={rounds} onDone={onDone} />
      ) : (
        <Rounds id={id} rounds={rounds} />
      )}
      {rules && <Rules rules={rules} rounds={rounds} />}
      {rules && <RuleChanges changes={league.ruleChanges} rules={rules} rounds={rounds} />}
    </>
  )
}
