import {
  exportMapRecords,
  getMap,
  listMaps,
  type MapDetails,
  type MapRecord,
  MapRecordLine,
} from '@rollcall/contract/maps'
import { findHolds } from '../../domain/visibility/public-games.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { portionsOf, sendExport } from '../../edge/send-export.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { findMap } from './find-map.ts'
import { pageOfMaps } from './map-list.ts'

export function serveMaps(serve: Serve, context: AppContext): void {
  const { db, now } = context

  serve(listMaps, async ({ query }) =>
    pageOfMaps(db, { ...query, holds: await findHolds(db, now()) }),
  )

  serve(getMap, ({ params: { id } }) => getPublicMap(id))

  serve(exportMapRecords, async ({ params: { id }, query: { by, format }, reply }) => {
    const { fastestRacers, fastestChannels } = await getPublicMap(id)
    const records = by === 'racer' ? fastestRacers : fastestChannels
    return sendExport(reply, {
      format,
      name: ['map', id, `fastest_${by}s`],
      row: MapRecordLine,
      rows: portionsOf(records.map(recordLine)),
    })
  })

  async function getPublicMap(id: number): Promise<MapDetails> {
    const map = await findMap(context, { id, holds: await findHolds(db, now()) })
    if (map === null) {
      throw new ApiError('no_such_map')
    }
    return map
  }
}

/** A record as a line of a file. */
function recordLine({ racer, channel, ...record }: MapRecord): MapRecordLine {
  return {
    ...record,
    ...racer,
    channel_platform: channel.platform,
    channel_login: channel.login,
    channel_name: channel.name,
  }
}
