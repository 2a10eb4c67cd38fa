import { addKnown } from '@rollcall/scoring/board-row'
import { useId } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { Facts } from '#ui/facts.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Stack } from '#ui/layout/layout.tsx'
import { GameLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './modes-panel.module.css'
import type { RacedGame, RacerGames, RacerPageAnswer } from './queries.ts'
import pages from './racer-page.module.css'
import { texts } from './texts.ts'

const { modes, known } = texts

interface ModesPanelProps extends Pick<RacerPageAnswer, 'races' | 'royales'> {
  /** Whether another card counts the games that are known one by one. */
  readonly isBesideKnown: boolean
}

/** What counts in the seasons, also where no single game is known. */
export function ModesPanel({ races, royales, isBesideKnown }: ModesPanelProps) {
  const total = addKnown(races.games, royales.games)
  return (
    <Panel title={modes.title}>
      <p className={pages.lead}>{isBesideKnown ? modes.lead(total) : modes.total(total)}</p>
      <Stack columns="16rem" gap="lg">
        <Mode
          title={modes.race}
          figures={[
            { label: modes.games, value: races.games },
            { label: modes.wins, value: races.wins },
          ]}
        />
        <Mode
          title={modes.royale}
          figures={[
            { label: modes.games, value: royales.games },
            { label: modes.wins, value: royales.wins },
            { label: modes.crownWins, value: royales.crownWins },
            { label: modes.kills, value: royales.kills },
          ]}
        />
      </Stack>
    </Panel>
  )
}

/** What the games show that are known one by one. */
export function KnownGamesPanel({ games }: { readonly games: AwaitedAnswer<RacerGames> }) {
  return (
    <AnswerPanel title={known.title} answer={games} height="10rem">
      {({ race, royale, tilt }) => (
        <>
          <p className={pages.lead}>{known.lead(race.games + royale.games + tilt.levels)}</p>
          <Stack columns="16rem" gap="lg">
            {(
              [
                ['race', race],
                ['royale', royale],
              ] as const
            )
              .filter(([, { games: count }]) => count > 0)
              .map(([mode, { games: count, best }]) => (
                <Mode
                  key={mode}
                  title={known[mode]}
                  best={best}
                  figures={[{ label: known.games, value: count }]}
                />
              ))}
            {tilt.levels > 0 && (
              <Mode
                title={known.tilt}
                figures={[
                  { label: known.levels, value: tilt.levels },
                  { label: known.survived, value: tilt.survived },
                  { label: known.highest, value: tilt.highest },
                  { label: known.topTiltee, value: tilt.topTiltee },
                ]}
              />
            )}
          </Stack>
        </>
      )}
    </AnswerPanel>
  )
}

interface ModeProps {
  readonly title: string
  readonly figures: readonly { readonly label: string; readonly value: number | null }[]
  readonly best?: RacedGame | null
}

function Mode({ title, figures, best = null }: ModeProps) {
  const titleId = useId()
  return (
    <Stack as="section" gap="xs" aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <Facts
        facts={figures.map(({ label, value }) => ({ name: label, value: formatNumber(value) }))}
      />
      {best && best.points !== null && (
        <p className={classes.best}>
          <Sentence
            text={known.best(best.points)}
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
    </Stack>
  )
}
