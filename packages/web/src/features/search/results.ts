/** What was found as one list, in the order in which it is shown. Pure. */
import { shownName } from '@rollcall/scoring/racer'
import { channelAddress, eventAddress, mapAddress, racerPage } from '#ui/links.tsx'
import type { FoundNames } from './queries.ts'

export type Result = { readonly to: string; readonly name: string } & (
  | { readonly kind: 'racers'; readonly racer: FoundNames['racers'][number] }
  | { readonly kind: 'channels'; readonly channel: FoundNames['channels'][number] }
  | { readonly kind: 'maps'; readonly map: FoundNames['maps'][number] }
  | { readonly kind: 'events'; readonly event: FoundNames['events'][number] }
)

export type Kind = Result['kind']

export function listFound({ racers, channels, maps, events }: FoundNames): readonly Result[] {
  return [
    ...racers.map((racer) => ({
      kind: 'racers' as const,
      to: racerPage(racer.address),
      name: shownName(racer),
      racer,
    })),
    ...channels.map((channel) => ({
      kind: 'channels' as const,
      to: channelAddress(channel),
      name: channel.name,
      channel,
    })),
    ...maps.map((map) => ({ kind: 'maps' as const, to: mapAddress(map.id), name: map.name, map })),
    ...events.map((event) => ({
      kind: 'events' as const,
      to: eventAddress(event.token),
      name: event.name,
      event,
    })),
  ]
}
