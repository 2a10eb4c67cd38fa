import { Skeleton } from '@mantine/core'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { listPublicTeams, type PublicTeam } from '@rollcall/contract/leagues-teams'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { TeamLink } from '#ui/board/team-link.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { ownTeamsQuery } from '../teams/queries.ts'
import { Roster } from '../teams/roster.tsx'
import { TeamTable } from '../teams/team-table.tsx'
import classes from '../teams/teams.module.css'
import { texts } from '../teams/texts.ts'
import { aboutLeague } from './queries.ts'

const { open: words } = texts

const publicTeamsQuery = (token: string) =>
  queryOptions({
    ...asking(listPublicTeams, { params: { token }, token: null }, aboutLeague(token)),
  })

/** Loaded before the page is drawn, so that they move nothing below them. */
export function useTeamsAreWaiting(token: string, league: PublicLeague | undefined): boolean {
  const enabled = Boolean(league?.rules.teams)
  const { isPending } = useQuery({ ...publicTeamsQuery(token), enabled })
  return enabled && isPending
}

interface PublicTeamsProps {
  readonly token: string
  readonly league: PublicLeague
}

/** The teams of a league for everybody: their table, who is in them, and which one is the reader's. */
export function PublicTeams({ token, league }: PublicTeamsProps) {
  const { data, error, refetch } = useQuery({
    ...publicTeamsQuery(token),
    enabled: Boolean(league.rules.teams),
  })
  if (!league.rules.teams) return null
  return (
    <Panel title={texts.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="8rem" radius="md" />
        </Loading>
      )}
      {data && data.teams.length === 0 && <Nothing>{texts.none}</Nothing>}
      {data && data.teams.length > 0 && (
        <>
          <OwnTeam teams={data.teams} />
          <TeamTable teams={data.teams} rounds={league.rounds} />
          {data.teams.map((team) => (
            <details key={team.id} className={classes.team}>
              <summary>{texts.team.roster(team.name)}</summary>
              <div className={classes.body}>
                <Roster team={team} />
              </div>
            </details>
          ))}
        </>
      )}
    </Panel>
  )
}

/** Only for members who are signed in. */
function OwnTeam({ teams }: { readonly teams: readonly PublicTeam[] }) {
  const isSignedIn = useSessionToken() !== null
  const { data } = useQuery({ ...ownTeamsQuery, enabled: isSignedIn })
  const own = teams.find(({ id }) => data?.some((team) => team.id === id && team.state !== 'asked'))
  if (own === undefined) return null
  return (
    <p>
      <Sentence
        text={own.rank === null ? words.own : words.ownRank(own.rank, formatNumber(own.total))}
        parts={{ team: <TeamLink team={own} color={TEAM_COLORS[own.color]} /> }}
      />
    </p>
  )
}
