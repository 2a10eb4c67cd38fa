/** A show as a picture of 1920x1080: on the stage, and small in the control room. */
import type { ShowView } from '@rollcall/contract/show-view'
import { useMemo } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { withUniqueKeys } from '#ui/board/unique-keys.ts'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { pointsFormat } from '#ui/format-number.ts'
import { revealState, rowsInView, stageRows } from '../show-rows.ts'
import { texts as shared } from '../texts.ts'
import { StageBoard } from './stage-board.tsx'
import { StageDuel } from './stage-duel.tsx'
import { StagePodium } from './stage-podium.tsx'
import theme from './stage-theme.module.css'
import classes from './stage-view.module.css'
import { texts } from './texts.ts'

const SLOTS = 6
const STREAMERS_SHOWN = 12

interface StageViewProps {
  readonly view: ShowView
  /** On a page with another heading. */
  readonly isPreview?: boolean
}

export function StageView({ view, isPreview = false }: StageViewProps) {
  const Name = isPreview ? 'p' : 'h1'
  const { event, scene, isRehearsal, board, table } = view
  return (
    <div className={`${theme.dark} ${classes.stage}`} data-scene={scene}>
      <header className={classes.head}>
        <Name className={classes.name}>
          <bdi>{event.name}</bdi>
        </Name>
        {isRehearsal && <p className={classes.rehearsal}>{texts.rehearsal}</p>}
        {board && !isRehearsal && (
          <p className={classes.board}>
            <Sentence text={texts.board} parts={{ streamer: <bdi>{board.username}</bdi> }} />
          </p>
        )}
        {table && !isRehearsal && (
          <p className={classes.board}>
            <Sentence text={shared.table[table.of]} parts={{ league: <bdi>{table.league}</bdi> }} />
          </p>
        )}
      </header>
      <Scene view={view} />
    </div>
  )
}

function Scene({ view }: { readonly view: ShowView }) {
  const { scene, rows, held, rowCount, event, table, duel } = view
  const motion = useRevealMotion(revealState(view))
  const formatPoints = pointsFormat(view)
  const shown = useMemo(() => rowsInView(stageRows({ rows, held }), SLOTS), [rows, held])
  if (scene === 'before' || scene === 'standings') {
    return <Before event={event} />
  }
  if (scene === 'podium' || scene === 'final') {
    return (
      <div className={classes.podium}>
        <StagePodium rows={rows} isRising={motion.hasPodiumRisen} formatPoints={formatPoints} />
      </div>
    )
  }
  if (duel) {
    return (
      <div className={classes.podium}>
        <StageDuel duel={duel} rows={rows} motion={motion} formatPoints={formatPoints} />
      </div>
    )
  }
  return (
    <div className={classes.reveal}>
      <StageBoard
        label={texts.reveal.label}
        rows={shown}
        slots={SLOTS}
        motion={motion}
        formatPoints={formatPoints}
      />
      <p className={classes.count}>
        {table?.of === 'teams' ? texts.reveal.teams(rowCount) : texts.reveal.racers(rowCount)}
      </p>
    </div>
  )
}

function Before({ event }: Pick<ShowView, 'event'>) {
  const { streamers, organiser } = event
  const rest = streamers.length - STREAMERS_SHOWN
  return (
    <div className={classes.before}>
      <p className={classes.soon}>{texts.before.soon}</p>
      <ul className={classes.streamers} aria-label={texts.before.streamers}>
        {withUniqueKeys(streamers.slice(0, STREAMERS_SHOWN), ({ username }) => username).map(
          ({ key, item: { username } }) => (
            <li key={key}>
              <bdi>{username}</bdi>
            </li>
          ),
        )}
        {rest > 0 && <li>{texts.before.more(rest)}</li>}
      </ul>
      <p className={classes.board}>
        <Sentence
          text={texts.before.organiser}
          parts={{ organiser: <bdi>{organiser.username}</bdi> }}
        />
      </p>
    </div>
  )
}
