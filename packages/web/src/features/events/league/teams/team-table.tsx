import { addressOf, PAGES } from '@rollcall/contract/pages'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import type { TeamRow } from '@rollcall/contract/teams'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { NameLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { countingRounds, LeagueTable } from '../league-table.tsx'
import type { League } from '../queries.ts'
import { CountedMembers } from './counted-members.tsx'
import { texts } from './texts.ts'

type ShownTeam = Omit<TeamRow, 'own' | 'deciding'> & { readonly token?: string }

interface TeamTableProps {
  readonly teams: readonly ShownTeam[]
  readonly rounds: League['rounds']
}

/** The teams of a league in order; a press on a result says which members counted. */
export function TeamTable({ teams, rounds }: TeamTableProps) {
  const [asked, setAsked] = useState<{ teamId: number; index: number } | null>(null)
  const team = teams.find(({ id }) => id === asked?.teamId)
  const cell = asked ? team?.cells[asked.index] : undefined
  const counting = countingRounds(rounds)
  const round = asked ? counting[asked.index] : undefined
  const tokens = new Map(teams.map(({ id, token }) => [String(id), token]))
  const link = (id: string, name: ReactNode) => {
    const token = tokens.get(id)
    return token === undefined ? (
      name
    ) : (
      <NameLink to={addressOf(PAGES.team, { token })}>{name}</NameLink>
    )
  }
  return (
    <>
      <LeagueTable
        rounds={rounds}
        rows={teams.map(toRow)}
        label={texts.table}
        isOutOfDate={false}
        teams={{
          column: texts.column,
          onCell: (row, index) => setAsked({ teamId: Number(row.id), index }),
          link: (row, name) => link(row.id, name),
        }}
      />
      <Modal
        isOpen={cell !== undefined}
        title={texts.cell.title(team?.name ?? '', round?.name ?? '')}
        onClose={() => setAsked(null)}
      >
        {cell && (
          <Stack gap="sm">
            <CountedMembers cell={cell} />
            <Row justify="flex-end">
              <Button variant="default" onClick={() => setAsked(null)}>
                {texts.cell.close}
              </Button>
            </Row>
          </Stack>
        )}
      </Modal>
    </>
  )
}

/** As the table has racers: a marble with the team's colour, and its name. */
function toRow({ id, name, color, ...team }: ShownTeam) {
  const { rank, missing, total, rounds, cells, decided } = team
  return {
    ...{ id: String(id), racer_name: name, color: TEAM_COLORS[color] },
    ...{ rank, missing, total, rounds, cells, decided, disqualified: null },
  }
}
