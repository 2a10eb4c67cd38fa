import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { seasonStateQuery } from './queries.ts'
import classes from './season-question.module.css'
import { texts } from './texts.ts'

const { settings: words } = texts

export interface SeasonToConfirm {
  readonly currentSeason: number
  readonly season: number
}

interface SeasonQuestionProps {
  /** null: nothing to ask. */
  readonly asked: SeasonToConfirm | null
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Asks before the season changes, and says what that will do. */
export function SeasonQuestion({ asked, onCancel, onConfirm }: SeasonQuestionProps) {
  const isNext = asked !== null && asked.season === asked.currentSeason + 1
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={isNext ? words.startSeason(asked.season) : words.changeSeason}
      text={asked === null ? '' : seasonQuestion(asked)}
      confirmLabel={isNext ? words.start : words.change}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {asked && <Consequences {...asked} />}
    </ConfirmDialog>
  )
}

function seasonQuestion({ currentSeason, season }: SeasonToConfirm): string {
  if (season === currentSeason + 1) {
    return words.startResult(season, currentSeason)
  }
  return season > currentSeason
    ? words.skips(currentSeason, season)
    : words.goesBack(currentSeason, season)
}

function Consequences({ currentSeason, season }: SeasonToConfirm) {
  const { data, error, refetch } = useQuery(seasonStateQuery)
  if (error) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <Loading />
  }
  return (
    <>
      <ul className={classes.list}>
        {data.channels > 0 && <li>{words.channelsChange(data.channels, currentSeason, season)}</li>}
        <li>{words.companionsReset(data.companions, season)}</li>
        {data.runningEvents > 0 && <li>{words.eventsGoOn(data.runningEvents)}</li>}
      </ul>
      <p className={classes.undo}>{words.undoneUntil}</p>
    </>
  )
}
