/** Builds addresses of overlays, for one's own event or channel. */

import { addressOf, PAGES } from '@rollcall/contract/pages'
import { type ControlRoom, makeOwnOverlay, replaceShowToken } from '@rollcall/contract/show'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Following } from '#ui/following.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { concerningShowsQuery, controlRoomQuery, ownOverlayQuery } from '../queries.ts'
import scaled from '../scaled-picture.module.css'
import { ConcerningShows } from './concerning-shows.tsx'
import { OptionFields } from './option-fields.tsx'
import { DEFAULT_OPTIONS, searchFromOptions } from './overlay-options.ts'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

export function OverlaysPage() {
  const [search] = useSearchParams()
  const eventId = /^[1-9]\d{0,8}$/.exec(search.get('event') ?? '')?.[0] ?? null
  const room = useQuery({ ...controlRoomQuery(eventId ?? ''), enabled: eventId !== null })
  const own = useQuery({ ...ownOverlayQuery, enabled: eventId === null })
  const concerning = useQuery({ ...concerningShowsQuery, enabled: eventId === null })
  const isPending = eventId === null ? own.isPending || concerning.isPending : room.isPending
  return (
    <div className={classes.page}>
      {eventId === null ? (
        <BackLink to={PAGES.myEvents.path}>{texts.backToEvents}</BackLink>
      ) : (
        <BackLink to={addressOf(PAGES.controlRoom, { id: eventId })}>
          {texts.backToControlRoom}
        </BackLink>
      )}
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      {eventId === null ? <ChannelSection /> : <EventSection eventId={eventId} />}
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
          isPending={replacement.isPending}
          failure={replacement.error}
          onReplace={() => replacement.mutate()}
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
          isPending={replacement.isPending}
          failure={replacement.error}
          onReplace={() => replacement.mutate()}
        />
      )}
      <Following isWaiting={isPending || concerning.isPending}>
        <ConcerningShows />
        <p className={classes.hint}>{texts.ofChannel.hint}</p>
      </Following>
    </>
  )
}

interface BuilderProps {
  readonly kind: 'e' | 'c'
  readonly title: string
  readonly lead: string
  /** For an event: the streamers whose standings can be chosen. */
  readonly streamers?: ControlRoom['streamers']
  /** null: there is no address yet. */
  readonly token: string | null
  readonly isPending: boolean
  readonly failure: Error | null
  readonly onReplace: () => void
}

const OVERLAYS = { c: PAGES.channelOverlay, e: PAGES.eventOverlay } as const

function Builder(props: BuilderProps) {
  const { kind, title, lead, token, streamers, isPending, failure, onReplace } = props
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const [isAsking, setIsAsking] = useState(false)
  const address =
    token === null
      ? null
      : location.origin + addressOf(OVERLAYS[kind], { token }) + searchFromOptions(options)
  return (
    <Panel title={title}>
      <p>{lead}</p>
      {address === null ? (
        <Button loading={isPending} onClick={onReplace}>
          {texts.address.make}
        </Button>
      ) : (
        <div className={classes.builder}>
          <OptionFields
            kind={kind}
            streamers={streamers ?? []}
            options={options}
            onChange={(part) => setOptions((now) => ({ ...now, ...part }))}
          />
          <div className={classes.result}>
            <div className={`${scaled.window} ${classes.preview}`}>
              {/* A new frame for each address, so that the calls of the previous one end. */}
              <iframe
                key={address}
                title={texts.address.preview}
                src={address}
                className={`${scaled.picture} ${classes.frame}`}
                tabIndex={-1}
              />
            </div>
            <CopyField label={texts.address.label} value={address} />
            <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
              {texts.address.replace}
            </Button>
          </div>
        </div>
      )}
      {failure && <Notice message={sentenceOf(failure)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.address.question}
        text={texts.address.loss}
        confirmLabel={texts.address.replace}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onReplace()
        }}
      />
    </Panel>
  )
}
