import { useId } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { Figures } from '#ui/figures.tsx'
import { GameLink } from '#ui/links.tsx'
import classes from './modes-panel.module.css'
import type { RacedGame, RacerGames, RacerPageAnswer } from './queries.ts'
import { texts } from './texts.ts'

const { modes: words } = texts

interface ModesPanelProps {
  readonly page: Pick<RacerPageAnswer, 'races' | 'royales'>
  readonly games: AwaitedAnswer<RacerGames>
}

/** What the racer has achieved in races, battle royales and tilt levels. */
export function ModesPanel({ page: { races, royales }, games }: ModesPanelProps) {
  return (
    <AnswerPanel title={words.title} answer={games} height="12rem">
      {({ race, royale, tilt }) => (
        <div className={classes.modes}>
          <Mode
            mode="race"
            best={race.best}
            figures={[
              { label: words.games, value: races.games },
              { label: words.wins, value: races.wins },
            ]}
          />
          <Mode
            mode="royale"
            best={royale.best}
            figures={[
              { label: words.games, value: royales.games },
              { label: words.wins, value: royales.wins },
              { label: words.crownWins, value: royales.crownWins },
              { label: words.kills, value: royales.kills },
            ]}
          />
          {tilt.levels > 0 && (
            <Mode
              mode="tilt"
              best={null}
              figures={[
                { label: words.levels, value: tilt.levels },
                { label: words.survived, value: tilt.survived },
                { label: words.highest, value: tilt.highest },
                { label: words.topTiltee, value: tilt.topTiltee },
              ]}
            />
          )}
        </div>
      )}
    </AnswerPanel>
  )
}

interface ModeProps {
  readonly mode: RacedGame['mode']
  readonly figures: readonly { readonly label: string; readonly value: number | null }[]
  readonly best: RacedGame | null
}

function Mode({ mode, figures, best }: ModeProps) {
  const titleId = useId()
  return (
    <section className={classes.mode} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {words[mode]}
      </h3>
      <Figures mode={mode} figures={figures} />
      {best && best.points !== null && (
        <p className={classes.best}>
          <Sentence
            text={words.best(best.points)}
            parts={{
              game: (
                <GameLink id={best.id}>
                  <bdi>{gameTitle(best)}</bdi>
                </GameLink>
              ),
            }}
          />
        </p>
      )}
    </section>
  )
}
