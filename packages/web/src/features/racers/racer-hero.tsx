import { Sentence } from '#texts/sentence.tsx'
import cards from '#ui/cards.module.css'
import { Figures, Hero } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { ChannelLink } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import type { RacerPageAnswer } from './queries.ts'
import classes from './racer-hero.module.css'
import { texts } from './texts.ts'

const { hero: words } = texts

/** How many points they have, and how far they have come. */
export function RacerHero({ page }: { readonly page: RacerPageAnswer }) {
  const { season, points, bestRank, streak } = page
  return (
    <div className={`${cards.card} ${classes.hero}`}>
      <Hero label={words.points(seasonName(season))} value={points.season} />
      <Figures
        figures={[
          { label: words.lifetime, value: points.lifetime },
          {
            label: words.bestRank,
            value: bestRank?.rank ?? null,
            note: bestRank ? <BestRank best={bestRank} /> : words.noRank,
          },
          {
            label: words.streak,
            value: streak?.days ?? null,
            note: streak && formatDays(streak.from, streak.to),
          },
        ]}
      />
    </div>
  )
}

function BestRank({ best }: { readonly best: NonNullable<RacerPageAnswer['bestRank']> }) {
  const { season, day, channel } = best
  return (
    <Sentence
      text={words.bestRankAt(seasonName(season), formatDays(day))}
      parts={{
        channel: (
          <ChannelLink channel={channel}>
            <bdi>{channel.name}</bdi>
          </ChannelLink>
        ),
      }}
    />
  )
}
