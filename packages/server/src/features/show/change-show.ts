/** How each act on a show begins and ends. */
import type { Unauthorized } from '@rollcall/contract/events'
import type { ControlRoom } from '@rollcall/contract/show'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Act, actorOf, recordUnlessOwner } from '../../audit-log.ts'
import { announce, announcedIn } from '../../changes/change-feed.ts'
import type { DueJobs } from '../../database/due-jobs.ts'
import type { Schema } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { type Rooms, toControlRoom } from './control-room.ts'
import { lockManaged, type StoredShow } from './stored-show.ts'

export interface ShowCall {
  caller: SignedIn
  params: { id: number }
  request: { ip: string }
}

export interface ChangedShow {
  /** The show as it is stored now. */
  show: StoredShow
  /** For the audit log, if the caller is not the organiser. */
  act: Act
}

type Change = (trx: Transaction<Schema>, show: StoredShow) => Promise<ChangedShow>

/** Makes the change while nobody else can change the show, and answers with the control room of the changed show. */
export type ChangeShow = (call: ShowCall, change: Change) => Promise<ControlRoom | Unauthorized>

export function openChangeShow(
  { changes, now }: AppContext,
  { rooms, steps }: { rooms: Rooms; steps: DueJobs },
): ChangeShow {
  return async ({ caller, params, request }, change) => {
    const heardUpTo = changes.position
    const known = await changes.transaction(async (trx) => {
      // 3. Lock and read the show; the change itself checks whether it is allowed.
      const before = await lockManaged(trx, { eventId: params.id, asker: caller })
      if (before === null) {
        return null
      }
      const changed = await change(trx, before)
      await announce(trx, [`show:${params.id}/organiser`])
      await recordUnlessOwner(trx, actorOf({ caller, request }, now()), {
        ...changed.act,
        ownerId: before.createdBy,
      })
      return { show: changed.show, heardUpTo, announced: announcedIn(trx) }
    })
    if (known === null) {
      return UNAUTHORIZED
    }
    // 5. Answer with the control room of the stored show. First look at steps: there may be a new step, or one that
    // nobody could take while the show was locked.
    steps.look()
    const room = await rooms(params.id, known)
    return room === null ? UNAUTHORIZED : toControlRoom(room, now())
  }
}
