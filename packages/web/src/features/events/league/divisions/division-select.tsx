import { NativeSelect } from '@mantine/core'
import type { Division } from '@rollcall/contract/divisions'
import type { LeagueRow } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import type { Done } from '#ui/done-message.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './divisions.module.css'
import { useDivisionActs } from './queries.ts'
import { texts } from './texts.ts'

const { select: words } = texts

interface DivisionSelectProps {
  /** The series. */
  readonly id: string
  readonly row: LeagueRow
  readonly divisions: readonly Division[]
  /** The division whose table the row is in; null: everybody's. */
  readonly table: number | null
  readonly onDone: (done: Done) => void
}

/** In which division a row is from the next round on, for organisers. */
export function DivisionSelect({ id, row, divisions, table, onDone }: DivisionSelectProps) {
  const acts = useDivisionActs(id)
  const name = shownName(row)
  const move = useMutation({
    mutationFn: async (to: Division | undefined): Promise<Done> => {
      if (to === undefined) {
        const { memberId } = row.division ?? {}
        const { undo } = memberId === undefined ? {} : await acts.takeOut(memberId)
        return { sentence: <bdi>{words.taken(name)}</bdi>, ...(undo && { undo }) }
      }
      const { racer_name, total } = row
      const seen = { row: { id: row.id, racer_name, total }, table }
      const { undo } = await acts.put(to.id, seen)
      return { sentence: <bdi>{words.put(name, to.name)}</bdi>, ...(undo && { undo }) }
    },
    onSuccess: onDone,
  })
  const now = move.isPending ? move.variables?.id : row.division?.id
  return (
    <span className={classes.select}>
      <NativeSelect
        aria-label={words.label(name)}
        size="xs"
        disabled={move.isPending}
        value={now === undefined ? '' : String(now)}
        data={[
          { label: words.none, value: '' },
          ...divisions.map((each) => ({ label: each.name, value: String(each.id) })),
        ]}
        onChange={({ currentTarget }) =>
          move.mutate(divisions.find((each) => String(each.id) === currentTarget.value))
        }
      />
      {move.error && <Notice message={sentenceOf(move.error)} />}
    </span>
  )
}
