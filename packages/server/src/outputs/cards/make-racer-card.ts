/** The share picture of a racer: their rank on the channel on which they have most points. */
import type { RacerHead, RankOnChannel } from '@rollcall/contract/racers'
import { shownName } from '@rollcall/scoring/racer'
import type { Config } from '../../config.ts'
import type { Card } from './card.ts'
import { plain, siteName } from './card-texts.ts'

/** @param standing null: no points in the season yet */
export function makeRacerCard(
  config: Config,
  head: RacerHead,
  { season, standing }: { season: number; standing: RankOnChannel | null },
): Card {
  const site = siteName(config)
  const name = plain(shownName(head))
  if (standing === null) {
    return { site, kind: 'announcement', title: name, about: `No points in season ${season} yet` }
  }
  const { rank, of, isShared = false } = standing
  const points = standing.points.toLocaleString('en-US')
  const board = `Season ${season} on ${plain(standing.channel.name)}`
  if (rank === null) {
    const unit = standing.points === 1 ? 'point' : 'points'
    return { site, kind: 'announcement', title: name, about: `${points} ${unit} in ${board}` }
  }
  return {
    site,
    kind: 'racer',
    title: board,
    about: isShared
      ? 'Races and battle royales together, shared with an earlier owner of this name'
      : 'Races and battle royales together',
    racer: { key: head.racer_name, name, color: head.color ?? null, rank, points },
    of,
  }
}
