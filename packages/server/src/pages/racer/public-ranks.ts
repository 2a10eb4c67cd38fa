import type { RankOnChannel } from '@rollcall/contract/racers'
import { listChannelRanks } from '../../domain/boards/channel-ranks.ts'
import { channelsOf, type Person } from '../../domain/standings/person.ts'
import { notHeld } from '../../domain/visibility/held-days.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'

const MOST_CHANNELS = 12

/** What everybody may see of somebody's ranks on channels in the current season. */
export async function listPublicRanks(
  context: Parameters<typeof listChannelRanks>[0],
  person: Person,
  { season, now, most = MOST_CHANNELS }: { season: number; now: Date; most?: number },
): Promise<{ channels: RankOnChannel[]; more: number }> {
  const isShown = notHeld(await findHolds(context.db, now), channelsOf(person))
  const asked = { season, currentSeason: season, now, most, isShown }
  const { channels, more } = await listChannelRanks(context, person, asked)
  return {
    channels: channels.map(({ channelId: _, next: __, ...channel }) => channel),
    more,
  }
}
