import { shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import cards from '#ui/cards.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { ChannelLink, MapLink, RacerLink } from '#ui/links.tsx'
import type { Game } from './queries.ts'
import { texts } from './texts.ts'

const { facts } = texts

/** Where and when it was, and how it went. */
export function GameFacts({ game }: { readonly game: Game }) {
  const { mode, channel, map, finishedAt, season, racerCount, eliminatedCount, topTiltee } = game
  return (
    <dl className={cards.facts}>
      <Fact name={facts.channel}>
        <ChannelLink channel={channel}>
          <bdi>{channel.name}</bdi>
        </ChannelLink>
      </Fact>
      {map && (
        <Fact name={facts.map}>
          <MapName map={map} />
        </Fact>
      )}
      <Fact name={facts.ended}>
        <time dateTime={finishedAt}>{formatInstant(finishedAt)}</time>
      </Fact>
      <Fact name={facts.season}>{season}</Fact>
      {mode === 'tilt' ? (
        <>
          <Fact name={facts.level}>{levelOf(game)}</Fact>
          <Fact name={facts.survivors}>
            {facts.survivorsOf(racerCount - eliminatedCount, racerCount)}
          </Fact>
          <Fact name={facts.topTiltee}>
            {topTiltee === null ? (
              UNKNOWN
            ) : (
              <RacerLink racer={topTiltee}>
                <bdi>{shownName(topTiltee)}</bdi>
              </RacerLink>
            )}
          </Fact>
          <Fact name={facts.expertise}>{formatNumber(game.expertise)}</Fact>
        </>
      ) : (
        <Fact name={facts.field}>
          {mode === 'race' && eliminatedCount > 0
            ? facts.marblesOut(racerCount, eliminatedCount)
            : facts.marbles(racerCount)}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function MapName({ map }: { readonly map: NonNullable<Game['map']> }) {
  const name = (
    <MapLink map={map}>
      <bdi>{map.name}</bdi>
    </MapLink>
  )
  return map.creator === null ? (
    name
  ) : (
    <Sentence text={facts.mapBy} parts={{ map: name, creator: <bdi>{map.creator}</bdi> }} />
  )
}

function levelOf({ level, isLevelPassed }: Game): string {
  const shown = level === null ? facts.unknownLevel : formatNumber(level)
  if (isLevelPassed === null) return shown
  return isLevelPassed ? facts.passed(shown) : facts.failed(shown)
}
