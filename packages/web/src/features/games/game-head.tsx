import { addressOf, PAGES } from '@rollcall/contract/pages'
import { shownName } from '@rollcall/scoring/racer'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Ago } from '#ui/ago.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Fact, Head } from '#ui/head.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { ChannelLink, gameAddress, MapLink, RacerLink } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import type { Game } from './queries.ts'
import { texts } from './texts.ts'

const { head: words } = texts

/** Where and when it was, how it went, and the games around it. */
export function GameHead({ game }: { readonly game: Game }) {
  const { id, mode, channel, map, finishedAt, season } = game
  const figure = figureOf(game)
  return (
    <Head
      kind={words.kind}
      name={gameTitle(game)}
      {...(figure && { figure })}
      share={addressOf(PAGES.game, { id })}
      next={<Neighbours game={game} />}
    >
      <Fact>
        <ChannelLink channel={channel}>
          <bdi>{channel.name}</bdi>
        </ChannelLink>
      </Fact>
      {map && (
        <Fact>
          <MapLink map={map}>
            <bdi>{map.name}</bdi>
          </MapLink>
        </Fact>
      )}
      {map?.creator && (
        <Fact>
          <bdi>{map.creator}</bdi>
        </Fact>
      )}
      <Fact>
        <Ago instant={finishedAt} />
      </Fact>
      <Fact>{seasonName(season)}</Fact>
      {mode === 'tilt' ? <LevelFacts game={game} /> : <Fact>{fieldOf(game)}</Fact>}
    </Head>
  )
}

/** Who won; of a tilt level, how many survived. */
function figureOf(game: Game): { label: string; value: ReactNode } | undefined {
  const { mode, racerCount, eliminatedCount } = game
  if (mode === 'tilt') {
    return {
      label: words.survivors,
      value: words.survivorsOf(racerCount - eliminatedCount, racerCount),
    }
  }
  const [winner] = game.podium
  return (
    winner && {
      label: words.winner,
      value: (
        <RacerLink racer={winner}>
          <bdi>{shownName(winner)}</bdi>
        </RacerLink>
      ),
    }
  )
}

const fieldOf = ({ mode, racerCount, eliminatedCount }: Game) =>
  mode === 'race' && eliminatedCount > 0
    ? words.marblesOut(racerCount, eliminatedCount)
    : words.marbles(racerCount)

function LevelFacts({ game }: { readonly game: Game }) {
  const { isLevelPassed, topTiltee, expertise } = game
  return (
    <>
      {isLevelPassed !== null && <Fact>{isLevelPassed ? words.passed : words.failed}</Fact>}
      {topTiltee && (
        <Fact>
          <Sentence
            text={words.topTiltee}
            parts={{
              racer: (
                <RacerLink racer={topTiltee}>
                  <bdi>{shownName(topTiltee)}</bdi>
                </RacerLink>
              ),
            }}
          />
        </Fact>
      )}
      {expertise !== null && <Fact>{words.expertise(formatNumber(expertise))}</Fact>}
    </>
  )
}

/** The channel's games before and after it. */
function Neighbours({ game: { previous, next } }: { readonly game: Game }) {
  return (
    (previous || next) && (
      <Row as="nav" gap="xs" aria-label={words.neighbours}>
        {previous && (
          <ButtonLink
            to={gameAddress(previous.id)}
            variant="default"
            aria-label={words.previousIs(gameTitle(previous))}
            leftSection={<IconChevronLeft size={18} aria-hidden />}
          >
            {words.previous}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink
            to={gameAddress(next.id)}
            variant="default"
            aria-label={words.nextIs(gameTitle(next))}
            rightSection={<IconChevronRight size={18} aria-hidden />}
          >
            {words.next}
          </ButtonLink>
        )}
      </Row>
    )
  )
}
