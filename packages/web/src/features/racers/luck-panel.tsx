import { Link } from 'react-router'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { behindSentence, firstPlacesSentence } from './luck-sentences.ts'
import type { Luck, RacerGames } from './queries.ts'
import pages from './racer-page.module.css'
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
          <p className={pages.lead}>{words.lead}</p>
          {race.luck === null && royale.luck === null && <p>{words.none}</p>}
          {race.luck && <LuckOfMode mode="race" luck={race.luck} />}
          {royale.luck && <LuckOfMode mode="royale" luck={royale.luck} />}
          <p>
            <Link to="/luck">{words.board}</Link>
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
    <>
      <h3 className={pages.subtitle}>{words.modes[mode]}</h3>
      <p>{behindSentence(luck)}</p>
      <p>{firstPlacesSentence(mode, luck)}</p>
    </>
  )
}
