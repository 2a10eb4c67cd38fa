import type { MapRecord, MapRecordLine } from '@rollcall/contract/maps'

/** A record as a line of a file. */
export function recordLine({ racer, channel, ...record }: MapRecord): MapRecordLine {
  return {
    ...record,
    ...racer,
    channel_platform: channel.platform,
    channel_login: channel.login,
    channel_name: channel.name,
  }
}
