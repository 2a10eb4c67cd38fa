/** Builds addresses of overlays, for one's own event or channel. */

import { addressOf, PAGES, TOKEN_PATTERN } from '@rollcall/contract/pages'
import { makeOwnOverlay, replaceShowToken } from '@rollcall/contract/show'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Following } from '#ui/following.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { concerningShowsQuery, controlRoomQuery, ownOverlayQuery } from '../queries.ts'
import { Builder } from './builder.tsx'
import { ConcerningShows } from './concerning-shows.tsx'
import { LeagueSection } from './league-section.tsx'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

export function OverlaysPage() {
  const [search] = useSearchParams()
  const eventId = /^[1-9]\d{0,8}$/.exec(search.get('event') ?? '')?.[0] ?? null
  const asked = search.get('league')
  const league = asked !== null && TOKEN_PATTERN.test(asked) ? asked : null
  const isOfChannel = eventId === null && league === null
  const room = useQuery({ ...controlRoomQuery(eventId ?? ''), enabled: eventId !== null })
  const own = useQuery({ ...ownOverlayQuery, enabled: isOfChannel })
  const concerning = useQuery({ ...concerningShowsQuery, enabled: isOfChannel })
  const isPending = isOfChannel
    ? own.isPending || concerning.isPending
    : eventId !== null && room.isPending
  return (
    <div className={classes.page}>
      {isOfChannel && <BackLink to={PAGES.myEvents.path}>{texts.backToEvents}</BackLink>}
      {eventId !== null && (
        <BackLink to={addressOf(PAGES.controlRoom, { id: eventId })}>
          {texts.backToControlRoom}
        </BackLink>
      )}
      {eventId === null && league !== null && (
        <BackLink to={addressOf(PAGES.league, { token: league })}>{texts.backToLeague}</BackLink>
      )}
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      {eventId !== null && <EventSection eventId={eventId} />}
      {eventId === null && league !== null && <LeagueSection token={league} />}
      {isOfChannel && <ChannelSection />}
      <Following isWaiting={isPending}>
        <Panel title={texts.steps.title}>
          <ol className={classes.steps}>
            <li>{texts.steps.add}</li>
            <li>{texts.steps.paste}</li>
            <li>{texts.steps.place}</li>
          </ol>
        </Panel>
      </Following>
    </div>
  )
}

function EventSection({ eventId }: { readonly eventId: string }) {
  const client = useQueryClient()
  const query = controlRoomQuery(eventId)
  const { data: room, error, refetch } = useQuery(query)
  const replacement = useMutation({
    mutationFn: () =>
      callApi(replaceShowToken, { params: { id: eventId }, body: { of: 'overlay' } }),
    onSuccess: (next) => storeAnswer(client, query, next),
  })
  return (
    <>
      {error && !room && <LoadError error={error} onRetry={() => void refetch()} />}
      {!room && !error && <Loading />}
      {room && (
        <Builder
          kind="e"
          title={texts.ofEvent.title(room.event.name)}
          lead={texts.ofEvent.lead}
          token={room.overlayToken}
          streamers={room.streamers}
          replacing={{
            isPending: replacement.isPending,
            failure: replacement.error,
            onReplace: () => replacement.mutate(),
          }}
        />
      )}
    </>
  )
}

function ChannelSection() {
  const client = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(ownOverlayQuery)
  const concerning = useQuery(concerningShowsQuery)
  const replacement = useMutation({
    mutationFn: () => callApi(makeOwnOverlay, {}),
    onSuccess: (next) => storeAnswer(client, ownOverlayQuery, next),
  })
  return (
    <>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Builder
          kind="c"
          title={texts.ofChannel.title}
          lead={texts.ofChannel.lead}
          token={data.token}
          replacing={{
            isPending: replacement.isPending,
            failure: replacement.error,
            onReplace: () => replacement.mutate(),
          }}
        />
      )}
      <Following isWaiting={isPending || concerning.isPending}>
        <ConcerningShows />
        <p className={classes.hint}>{texts.ofChannel.hint}</p>
      </Following>
    </>
  )
}
