/** Which racers a channel does not want on its boards: docs/decisions/144-names-off-boards.md. */
import { type RawBuilder, sql } from 'kysely'

/** Whether the boards of a channel list the racer. Columns need the name of their table. */
export const isOnBoards = (
  channelId: RawBuilder<unknown>,
  racerId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from off_boards as off where off.channel_id = ${channelId} and off.racer_id = ${racerId}
)`
