import type { LeagueStory } from '@rollcall/contract/leagues-story'
import { shownName } from '@rollcall/scoring/racer'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { formatNumber } from '#ui/format-number.ts'
import { Table } from '#ui/layout/table.tsx'
import { RacerLink } from '#ui/links.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import classes from './story.module.css'
import { texts } from './texts.ts'

interface StoryTableProps {
  readonly lines: LeagueStory['lines']
  /** Those that count, with their number in the series. */
  readonly rounds: readonly {
    readonly eventId: number
    readonly name: string
    readonly number: number
  }[]
}

/** The ranks and totals that the lines are drawn from. */
export function StoryTable({ lines, rounds }: StoryTableProps) {
  return (
    <ScrollRegion label={texts.table} className={classes.scroller}>
      <Table aria-label={texts.table} className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.racer}</th>
            {rounds.map(({ eventId, name, number }) => (
              <th key={eventId} scope="col">
                <abbr title={name}>{texts.round(number)}</abbr>
                <span className={ranked.unseen}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hidden racers have the same name.
            <tr key={index}>
              <th scope="row">
                <RacerLink racer={line}>
                  <bdi>{shownName(line)}</bdi>
                </RacerLink>
              </th>
              {rounds.map(({ eventId }, round) => (
                <td key={eventId}>
                  <Standing standing={line.after[round] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}

interface StandingProps {
  readonly standing: LeagueStory['lines'][number]['after'][number]
}

function Standing({ standing }: StandingProps) {
  if (standing === null) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className={ranked.unseen}>{texts.notYet}</span>
      </>
    )
  }
  const { rank, total } = standing
  return (
    <>
      <span aria-hidden="true" className={classes.standing}>
        {rank === null ? '–' : <RankBadge rank={rank} isOrder={false} />} {formatNumber(total)}
      </span>
      <span className={ranked.unseen}>
        {rank === null ? texts.unranked(total) : texts.cell(rank, total)}
      </span>
    </>
  )
}
