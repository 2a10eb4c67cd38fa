/** Checks that positions, ranks and explanations on event boards fit the points of the rows. */
import { sql } from 'kysely'
import type { Check } from './compare.ts'

export const checkEventBoards: Check = async (db, differ) => {
  const { rows: differences } = await sql<{ sentence: string }>`
    with placed as (
      select row.*,
        row_number() over (partition by board_id order by position) as expected_position,
        case when is_disqualified
          -- Below all others, and never on a podium.
          then greatest(4, 1 + count(*) filter (where not is_disqualified) over (partition by board_id))
          else rank() over (partition by board_id order by is_disqualified, event_points desc)
        end as expected_rank,
        (
          select sum(term.points)
          from jsonb_to_recordset(coalesce(row.terms, '[]')) as term (points numeric)
        ) as explained
      from event_board_rows as row
    ),
    compared as (
      select board.id, board.row_count,
        count(placed.position) as rows,
        count(*) filter (where placed.position <> placed.expected_position) as misplaced,
        count(*) filter (where placed.rank <> placed.expected_rank) as misranked,
        count(*) filter (
          where board.channel_id is not null and placed.position is not null
            and placed.event_points <> coalesce(placed.explained, 0)
        ) as unexplained
      from event_boards as board left join placed on placed.board_id = board.id
      group by board.id
    )
    select format('%s: %s.',
      case
        when channel.name is null then format('The board of all streamers of the event %s', event.name)
        else format('The board of %s in the event %s', channel.name, event.name)
      end,
      case
        when compared.rows <> compared.row_count
          then format('it has %s rows where it says %s', compared.rows, compared.row_count)
        when misplaced > 0 then format('%s positions leave a gap', misplaced)
        when misranked > 0 then format('%s ranks are not what the points say', misranked)
        else format('%s rows do not have the points that their terms sum to', unexplained)
      end
    ) as sentence
    from compared
    join event_boards as board on board.id = compared.id
    join events as event on event.id = board.event_id
    left join channels as channel on channel.id = board.channel_id
    where compared.rows <> compared.row_count or misplaced > 0 or misranked > 0 or unexplained > 0
    order by sentence`.execute(db)
  for (const { sentence } of differences) {
    differ(sentence)
  }
  const { rows } = await sql<{ boards: number }>`
    select count(*) as boards from event_boards`.execute(db)
  return { 'boards of events': rows[0]?.boards ?? 0 }
}
