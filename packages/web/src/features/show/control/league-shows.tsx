import type { ControlRoom, Move } from '@rollcall/contract/show'
import { Button } from '#ui/button.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { boardAs } from '../use-moves.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'

interface LeagueShowsProps {
  readonly room: ControlRoom
  readonly isBusy: boolean
  readonly onMove: (move: Move) => void
}

/** After the event's own show, the tables that its league can show next. Nothing if it has none. */
export function LeagueShows({ room, isBusy, onMove }: LeagueShowsProps) {
  const { league, boardOf, startRank } = room
  if (league === null) return null
  if (!league.isReady) return <Quiet>{texts.league.notReady}</Quiet>
  const tables = (['table', 'teams'] as const).filter(
    (of) => of !== boardOf && (of === 'table' || league.hasTeams),
  )
  if (tables.length === 0) return null
  return (
    <>
      <div className={classes.ways}>
        {tables.map((of) => (
          <Button
            key={of}
            aria-disabled={isBusy || undefined}
            onClick={() => onMove({ kind: 'start', phase: 'live', startRank, ...boardAs(of) })}
          >
            {texts.league.start[of]}
          </Button>
        ))}
      </div>
      <Quiet>{texts.league.hint}</Quiet>
    </>
  )
}
