import { getMap, listMaps } from '@rollcall/contract/maps'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findHolds } from '../events/public-games.ts'
import { findMap } from './find-map.ts'
import { pageOfMaps } from './map-list.ts'

export function serveMaps(serve: Serve, { db, now }: AppContext): void {
  serve(listMaps, async ({ query }) =>
    pageOfMaps(db, { ...query, holds: await findHolds(db, now()) }),
  )

  serve(getMap, async ({ params: { id } }) => {
    const map = await findMap(db, { id, holds: await findHolds(db, now()) })
    if (map === null) {
      throw new ApiError('no_such_map')
    }
    return map
  })
}
