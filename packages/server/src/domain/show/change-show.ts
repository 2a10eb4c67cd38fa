/** How each act on a show begins and ends. */
import type { Unauthorized } from '@rollcall/contract/events'
import type { ControlRoom } from '@rollcall/contract/show'
import type { Transaction } from 'kysely'
import type { SignedIn } from '../../edge/access.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { announce, announcedIn } from '../../platform/changes/change-feed.ts'
import type { DueJobs } from '../../platform/database/due-jobs.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import type { Act } from '../rights/roles.ts'
import { actorOf, type Act as RecordedAct, recordUnlessOwner } from '../site/audit-log.ts'
import type { ControlRooms } from './control-room.ts'
import { lockShowFor, type StoredShow } from './stored-show.ts'

export interface ShowCall {
  caller: SignedIn
  params: { id: number }
  request: { ip: string }
}

export interface ChangedShow {
  /** The show as it is stored now. */
  show: StoredShow
  /** For the audit log, if the caller is not the organiser. */
  act: RecordedAct
}

type Change = (trx: Transaction<Schema>, show: StoredShow) => Promise<ChangedShow>

/** What acts on a show need besides the context of every call. */
export interface ShowContext extends AppContext {
  rooms: ControlRooms
  steps: DueJobs
}

/**
 * Makes the change, if the caller may do that to the show, while nobody else can change it, and answers with the control
 * room of the changed show.
 */
export async function changeShow(
  { changes, now, rooms, steps }: ShowContext,
  act: Act<'show'>,
  { caller, params, request }: ShowCall,
  change: Change,
): Promise<ControlRoom | Unauthorized> {
  const heardUpTo = changes.position
  const known = await changes.transaction(async (trx) => {
    // 3. Lock and read the show; the change itself checks whether the show can make it.
    const before = await lockShowFor(trx, { eventId: params.id, act, viewer: caller })
    if (before === null) {
      return null
    }
    const changed = await change(trx, before)
    announce(trx, [`show:${params.id}/organiser`])
    await recordUnlessOwner(trx, actorOf({ caller, request }, now()), {
      ...changed.act,
      ownerId: before.ownerId,
    })
    return { show: changed.show, heardUpTo, announced: announcedIn(trx) }
  })
  if (known === null) {
    return UNAUTHORIZED
  }
  // 5. Answer with the control room of the stored show. First look at steps: there may be a new step, or one that
  // nobody could take while the show was locked.
  steps.look()
  return (await rooms.find({ eventId: params.id, viewer: caller }, known)) ?? UNAUTHORIZED
}
