import { PAGES } from '@rollcall/contract/pages'
import { Link } from 'react-router'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import classes from './luck-panel.module.css'
import { firstPlacesSentence, luckSentence, rangeSentence } from './luck-sentences.ts'
import type { Luck, RacerGames } from './queries.ts'
import { texts } from './texts.ts'

const { luck: words } = texts

interface LuckPanelProps {
  readonly games: AwaitedAnswer<RacerGames>
}

/** How the games went compared with what chance gives. */
export function LuckPanel({ games }: LuckPanelProps) {
  return (
    <AnswerPanel title={words.title} answer={games} height="8rem">
      {({ race, royale }) => (
        <>
          {race.luck === null && royale.luck === null && <p>{words.none}</p>}
          {race.luck && <LuckOfMode mode="race" luck={race.luck} />}
          {royale.luck && <LuckOfMode mode="royale" luck={royale.luck} />}
          <details className={classes.details}>
            <summary>{words.details}</summary>
            <p>
              {words.lead} {words.population}
            </p>
            {race.luck && <Details mode="race" luck={race.luck} />}
            {royale.luck && <Details mode="royale" luck={royale.luck} />}
          </details>
          <p>
            <Link to={PAGES.luckiest.path} className={classes.board}>
              {words.board}
            </Link>
          </p>
        </>
      )}
    </AnswerPanel>
  )
}

interface LuckOfModeProps {
  readonly mode: 'race' | 'royale'
  readonly luck: Luck
}

function LuckOfMode({ mode, luck }: LuckOfModeProps) {
  return (
    <p>
      <strong>{words.modes[mode]}</strong> <br />
      {luckSentence(luck)}
    </p>
  )
}

function Details({ mode, luck }: LuckOfModeProps) {
  return (
    <p>
      {firstPlacesSentence(mode, luck)} {rangeSentence(luck)}
    </p>
  )
}
