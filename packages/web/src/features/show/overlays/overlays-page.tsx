/** Builds addresses of overlays, for one's own event or channel. */
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
import { controlRoomQuery, ownOverlayQuery } from '../queries.ts'
import { ConcerningShows } from './concerning-shows.tsx'
import {
  DEFAULT_OPTIONS,
  type OverlayOptions,
  ROWS,
  SCALE,
  searchFromOptions,
} from './overlay-options.ts'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

export function OverlaysPage() {
  const [search] = useSearchParams()
  const eventId = /^[1-9]\d{0,8}$/.exec(search.get('event') ?? '')?.[0] ?? null
  return (
    <div className={classes.page}>
      {eventId === null ? (
        <BackLink to="/my-events">{texts.backToEvents}</BackLink>
      ) : (
        <BackLink to={`/my-events/control/${eventId}`}>{texts.backToControlRoom}</BackLink>
      )}
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      {eventId === null ? <ChannelSection /> : <EventSection eventId={eventId} />}
      <Panel title={texts.steps.title}>
        <ol className={classes.steps}>
          <li>{texts.steps.add}</li>
          <li>{texts.steps.paste}</li>
          <li>{texts.steps.place}</li>
        </ol>
        {!isSecureContext && <p className={classes.hint}>{texts.steps.noHttps}</p>}
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
          title={texts.ofChannel.title}
          lead={texts.ofChannel.lead}
          token={data.token}
          isPending={replacement.isPending}
          failure={replacement.error}
          onReplace={() => replacement.mutate()}
        />
      )}
      <ConcerningShows />
      <p className={classes.hint}>{texts.ofChannel.hint}</p>
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
          {texts.address.make}
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
              {/* A new frame for each address, so that the calls of the previous one end. */}
              <iframe
                key={address}
                title={texts.address.preview}
                src={address}
                className={classes.frame}
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

interface OptionFieldsProps {
  readonly kind: 'e' | 'c'
  readonly streamers: ControlRoom['streamers']
  readonly options: OverlayOptions
  readonly onChange: (options: OverlayOptions) => void
}

function OptionFields({ kind, streamers, options, onChange }: OptionFieldsProps) {
  const { options: choices } = texts
  const change = (part: Partial<OverlayOptions>) => onChange({ ...options, ...part })
  return (
    <div className={classes.options}>
      {kind === 'e' && (
        <NativeSelect
          label={choices.streamer}
          description={choices.streamerHint}
          value={options.streamer ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ streamer: value === '' ? null : value })
          }
        >
          <option value="">{choices.allStreamers}</option>
          {streamers.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
        </NativeSelect>
      )}
      {kind === 'c' && (
        <Choices<OverlayOptions['board']>
          question={choices.points}
          options={[
            { label: choices.today, value: 'today' },
            { label: choices.season, value: 'season' },
          ]}
          answer={options.board}
          onAnswer={(board) => change({ board })}
        />
      )}
      <Choices<OverlayOptions['side']>
        question={choices.side}
        options={[
          { label: choices.left, value: 'left' },
          { label: choices.right, value: 'right' },
        ]}
        answer={options.side}
        onAnswer={(side) => change({ side })}
      />
      <Choices<OverlayOptions['theme']>
        question={choices.colours}
        options={[
          { label: choices.dark, value: 'dark' },
          { label: choices.light, value: 'light' },
        ]}
        answer={options.theme}
        onAnswer={(theme) => change({ theme })}
      />
      <NumberField
        label={choices.rows}
        {...ROWS}
        value={options.rows}
        onValue={(rows) => change({ rows })}
      />
      <NumberField
        label={choices.size}
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
  const isValid = (text: string) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={typed}
      error={!isValid(typed) && texts.options.range(least, most)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (isValid(text)) {
          onValue(Number(text))
        }
      }}
    />
  )
}
