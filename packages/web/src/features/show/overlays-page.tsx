/** Builds the addresses of overlays: of an event that is one's own, or of one's channel. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type ControlRoom, makeOwnOverlay, replaceShowToken } from '@rollcall/contract/show'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { ConcerningShows } from './concerning-shows.tsx'
import {
  DEFAULT_OPTIONS,
  type OverlayOptions,
  ROWS,
  SCALE,
  searchFromOptions,
} from './overlay-options.ts'
import classes from './overlays-page.module.css'
import { controlRoomQuery, ownOverlayQuery } from './queries.ts'

export function OverlaysPage() {
  const [search] = useSearchParams()
  const eventId = /^[1-9]\d{0,8}$/.exec(search.get('event') ?? '')?.[0] ?? null
  return (
    <div className={classes.page}>
      {eventId === null ? (
        <BackLink to="/my-events">My Events</BackLink>
      ) : (
        <BackLink to={`/my-events/control/${eventId}`}>Control Room</BackLink>
      )}
      <PageHeading title="Overlays for OBS">
        Pages without a background, for a browser source in OBS or any other studio.
      </PageHeading>
      {eventId === null ? <ChannelSection /> : <EventSection eventId={eventId} />}
      <Panel title="Into OBS in three steps">
        <ol className={classes.steps}>
          <li>Below Sources press +, and choose Browser.</li>
          <li>Paste the address as URL. Enter 1920 as width and 1080 as height.</li>
          <li>Press OK, and drag the source above your game. From now on it follows by itself.</li>
        </ol>
        {!isSecureContext && (
          <p className={classes.hint}>
            You opened this site without https. OBS then keeps four overlays live at once; any more
            of them refresh every 5 seconds.
          </p>
        )}
      </Panel>
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
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
  })
  return (
    <>
      {error && !room && <LoadError error={error} onRetry={() => void refetch()} />}
      {!room && !error && <Loading />}
      {room && (
        <Builder
          kind="e"
          title={`Overlay of ${room.event.name}`}
          lead="Shows the standings until the event ends or its show begins, then the reveal, the podium and the final results."
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
  const { data, error, refetch } = useQuery(ownOverlayQuery)
  const replacement = useMutation({
    mutationFn: () => callApi(makeOwnOverlay, {}),
    onSuccess: (next) => client.setQueryData(ownOverlayQuery.queryKey, next),
  })
  return (
    <>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Builder
          kind="c"
          title="Overlay of your channel"
          lead="Shows the best racers of your channel, of today or the season; new points slide in after each game. Today's is empty until the first game."
          token={data.token}
          isPending={replacement.isPending}
          failure={replacement.error}
          onReplace={() => replacement.mutate()}
        />
      )}
      <ConcerningShows />
      <p className={classes.hint}>
        The overlay of an event is in the event's control room: My Events, Control Room.
      </p>
    </>
  )
}

interface BuilderProps {
  readonly kind: 'e' | 'c'
  readonly title: string
  readonly lead: string
  /** Of an event: whose standings there may be. */
  readonly streamers?: ControlRoom['streamers']
  /** null: there is no address yet. */
  readonly token: string | null
  readonly isPending: boolean
  readonly failure: Error | null
  readonly onReplace: () => void
}

function Builder(props: BuilderProps) {
  const { kind, title, lead, token, streamers, isPending, failure, onReplace } = props
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const [isAsking, setIsAsking] = useState(false)
  const address =
    token === null
      ? null
      : `${location.origin}/overlay/${kind}/${token}${searchFromOptions(options)}`
  return (
    <Panel title={title}>
      <p>{lead}</p>
      {address === null ? (
        <Button loading={isPending} onClick={onReplace}>
          Make an address
        </Button>
      ) : (
        <div className={classes.builder}>
          <OptionFields
            kind={kind}
            streamers={streamers ?? []}
            options={options}
            onChange={setOptions}
          />
          <div className={classes.result}>
            <div className={classes.preview}>
              {/* Another one for each address: what the last one still asked for ends with it. */}
              <iframe
                key={address}
                title="Preview"
                src={address}
                className={classes.frame}
                tabIndex={-1}
              />
            </div>
            <CopyField label="Address of the overlay" value={address} />
            <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
              Replace the address
            </Button>
          </div>
        </div>
      )}
      {failure && <Notice message={sentenceOf(failure)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title="Replace the address?"
        text="The old one stops at once: paste the new one into OBS afterwards."
        confirmLabel="Replace the address"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onReplace()
        }}
      />
    </Panel>
  )
}

interface OptionFieldsProps {
  readonly kind: 'e' | 'c'
  readonly streamers: ControlRoom['streamers']
  readonly options: OverlayOptions
  readonly onChange: (options: OverlayOptions) => void
}

function OptionFields({ kind, streamers, options, onChange }: OptionFieldsProps) {
  const change = (part: Partial<OverlayOptions>) => onChange({ ...options, ...part })
  return (
    <div className={classes.options}>
      {kind === 'e' && (
        <NativeSelect
          label="Standings of"
          description="The reveal is of the board that its show is started with."
          value={options.streamer ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ streamer: value === '' ? null : value })
          }
        >
          <option value="">All Streamers</option>
          {streamers.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
        </NativeSelect>
      )}
      {kind === 'c' && (
        <Choices<OverlayOptions['board']>
          question="Points of"
          options={[
            { label: 'Today', value: 'today' },
            { label: 'The season', value: 'season' },
          ]}
          answer={options.board}
          onAnswer={(board) => change({ board })}
        />
      )}
      <Choices<OverlayOptions['side']>
        question="Side"
        options={[
          { label: 'Left', value: 'left' },
          { label: 'Right', value: 'right' },
        ]}
        answer={options.side}
        onAnswer={(side) => change({ side })}
      />
      <Choices<OverlayOptions['theme']>
        question="Colours"
        options={[
          { label: 'Dark', value: 'dark' },
          { label: 'Light', value: 'light' },
        ]}
        answer={options.theme}
        onAnswer={(theme) => change({ theme })}
      />
      <NumberField
        label="Rows"
        {...ROWS}
        value={options.rows}
        onValue={(rows) => change({ rows })}
      />
      <NumberField
        label="Size in percent"
        {...SCALE}
        value={options.scale}
        onValue={(scale) => change({ scale })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly value: number
  readonly onValue: (value: number) => void
}

function NumberField({ label, least, most, value, onValue }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  const isGood = (text: string) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={typed}
      error={!isGood(typed) && `A whole number from ${least} to ${most}.`}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (isGood(text)) {
          onValue(Number(text))
        }
      }}
    />
  )
}
