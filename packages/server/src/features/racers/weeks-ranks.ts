import type { RankOnChannel } from '@rollcall/contract/racers'
import { listChannelRanks } from '../dashboard/channel-ranks.ts'
import type { Person } from '../standings/person.ts'

const MOST_CHANNELS = 12
const DAYS_AGO = 7

/** Where somebody is on channels in the current season, and where they were a week ago. */
export async function listWeeksRanks(
  context: Parameters<typeof listChannelRanks>[0],
  person: Person,
  { season, now, most = MOST_CHANNELS }: { season: number; now: Date; most?: number },
): Promise<{ channels: RankOnChannel[]; more: number }> {
  const asked = { season, currentSeason: season, now, daysAgo: DAYS_AGO, most }
  const { channels, more } = await listChannelRanks(context, person, asked)
  return {
    channels: channels.map(({ channelId: _, next: __, ...channel }) => channel),
    more,
  }
}
