import { setRoundMessages } from '@rollcall/contract/sharing'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findPanel, findRoundMessages } from '../discord-panel.ts'
import type { RoundMessages } from '../round-messages.ts'
import { changePosting } from './set-discord-webhook.ts'

/** Each round of a league gets one message in Discord, or those that there are stay as they are. */
export function serveSetRoundMessages(
  serve: Serve,
  context: AppContext,
  messages: RoundMessages,
): void {
  serve(setRoundMessages, async (call) => {
    const { caller, params, body } = call
    const asked = { eventId: params.id, viewer: caller }
    await changePosting(context, call, async (trx) => {
      if ((await findRoundMessages(trx, params.id)) === null) {
        throw new ApiError('webhook_missing')
      }
      return store(trx, { eventId: params.id, ...body })
    })
    await messages.addMissing()
    return findPanel(context, asked)
  })
}

/** Returns the ids of the series' events. */
async function store(
  trx: Db,
  { eventId, isOn }: { eventId: number; isOn: boolean },
): Promise<number[]> {
  await sql`
    update discord_webhooks set posts_rounds = ${isOn}
    where series_id = (select series_id from events where id = ${eventId})`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    select id from events where series_id = (select series_id from events where id = ${eventId})`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  if (isOn) {
    // The organiser has looked into Discord, and wants those posted of which nobody knows.
    await trx
      .deleteFrom('round_messages')
      .where('event_id', 'in', ids)
      .where('state', 'in', ['failed', 'unknown'])
      .execute()
  }
  return ids
}
