/** Pictures of racers, and what their pages have in the head. */
import { racerParams } from '@rollcall/contract/racers'
import { getRacerCard } from '@rollcall/contract/sharing'
import type { Racer } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { isStorable } from '../../http/input-rules.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { findShownPerson } from '../racers/has-page.ts'
import { headOf } from '../racers/racer-heads.ts'
import { listWeeksRanks } from '../racers/weeks-ranks.ts'
import { makeRacerCard } from './make-racer-card.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

/** Anything may arrive as an address, even one that cannot be decoded. */
const RACER_PAGE = /^\/r\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/

export function serveRacerCards(
  serve: Serve,
  context: AppContext & { racerBoards: RacerBoards },
  pictures: PictureQueues,
): MakeHead {
  const { config, db } = context

  serve(getRacerCard, async ({ params, request, reply }) => {
    const found = await findCard(params)
    if (found === null) {
      throw new ApiError('no_such_racer')
    }
    return sendCard(found.card, { request, reply, draw: pictures.inTurn(`racer ${found.path}`) })
  })

  return async (request) => {
    const asked = racerAt(request.url)
    if (asked === null) {
      return null
    }
    await request.countFor('pictures')
    const found = await findCard(asked)
    return (
      found && {
        tags: makeTags(found.card, {
          config,
          page: found.path,
          picture: `${found.path}/card.png?v=${cardVersion(found.card)}`,
        }),
        isListed: false,
      }
    )
  }

  async function findCard(asked: Racer) {
    const person = await findShownPerson(context, asked, null)
    if (person === null) {
      return null
    }
    const { season } = await getSettings(db)
    const moment = { season, now: context.now(), most: 1 }
    const [standing = null] = (await listWeeksRanks(context, person, moment)).channels
    const head = await headOf(db, person, null)
    return {
      card: makeRacerCard(config, head, { season, standing }),
      path: pathOf(head.address),
    }
  }
}

const pathOf = ({ platform, login }: Racer) =>
  `/r/${encodeURIComponent(platform)}/${encodeURIComponent(login)}`

function racerAt(url: string): Racer | null {
  const [, platform, login] = RACER_PAGE.exec(url)?.map(decodeURIComponent) ?? []
  const { data: racer } = racerParams.safeParse({ platform, login })
  return racer !== undefined && isStorable(racer.platform) && isStorable(racer.login) ? racer : null
}
