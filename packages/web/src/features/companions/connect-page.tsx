import { Skeleton, TextInput } from '@mantine/core'
import {
  answerConnectionRequest,
  type CodeState,
  type ConnectionRequest,
  normalCode,
  shownCode,
} from '@rollcall/contract/companions'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import form from '#ui/form.module.css'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { Loading } from '#ui/states.tsx'
import classes from './connect-page.module.css'
import { connectionRequestQuery } from './queries.ts'

/** Where a companion sends its streamer: which computer asks, and whether it may upload. */
export function ConnectPage() {
  const [search, setSearch] = useSearchParams()
  const code = normalCode(search.get('code') ?? '')
  const { data, error, isFetching } = useQuery(connectionRequestQuery(code))
  return (
    <>
      <PageHeading title="Connect a Companion">
        Rollcall Companion uploads each game from the computer that you play on.
      </PageHeading>
      {isFetching && (
        <Loading>
          <Skeleton height="18rem" radius="lg" />
        </Loading>
      )}
      {!isFetching && error && (
        <div className={classes.problem}>
          <Notice message={sentenceOf(error)} />
        </div>
      )}
      {data && !isFetching && <Request key={data.userCode} request={data} />}
      {!data && !isFetching && (
        <CodeForm key={code} onEnter={(typed) => setSearch({ code: typed })} />
      )}
    </>
  )
}

function CodeForm({ onEnter }: { readonly onEnter: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Panel title="Enter the code">
      <p>The companion shows a code of eight letters. It is good for ten minutes.</p>
      <form
        className={classes.entry}
        onSubmit={(event) => {
          event.preventDefault()
          if (normalCode(typed) !== '') onEnter(typed)
        }}
      >
        <TextInput
          label="Code"
          placeholder="BCDF-GHJK"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          classNames={{ input: classes.input ?? '' }}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit">Look it up</Button>
      </form>
    </Panel>
  )
}

function Request({ request }: { readonly request: ConnectionRequest }) {
  const { data: user } = useQuery(currentUserQuery)
  const answering = useMutation({
    mutationFn: (answer: 'confirm' | 'deny') =>
      callApi(answerConnectionRequest, { params: { code: request.userCode }, body: { answer } }),
  })
  const state = answering.data?.state ?? request.state
  if (state !== 'pending') {
    return <Outcome state={state} computerName={request.computerName} />
  }
  const { userCode, computerName, version, address, isSameAddress } = request
  return (
    <Panel title="Is this your computer?">
      <p className={classes.code}>{shownCode(userCode)}</p>
      <p>The companion on your computer shows the same code. If it does not, deny.</p>
      <dl className={`${cards.facts} ${classes.facts}`}>
        <dt>Computer</dt>
        <dd>
          <bdi>{computerName}</bdi>
        </dd>
        <dt>Companion</dt>
        <dd>Version {version}</dd>
        <dt>Asked from</dt>
        <dd>
          {address}
          {isSameAddress && ', your own address'}
        </dd>
        <dt>It may</dt>
        <dd>
          upload games to <bdi>{user ? user.username : 'your channel'}</bdi> and see which of your
          events run, nothing else. You can disconnect it at any time.
        </dd>
        <dt>From now on</dt>
        <dd>
          each game counts by itself, beside your numbers so far. What the public companion sends is
          stored, but not used; you can switch back on <Link to="/my-uploads">My Uploads</Link>.
        </dd>
      </dl>
      {!isSameAddress && (
        <div className={classes.problem}>
          <Notice
            message={`This was asked for from ${address}, which is not your address. Confirm only if you have just started the companion on that computer yourself. If somebody sent you here, deny.`}
          />
        </div>
      )}
      <div className={form.actions}>
        <Button
          loading={answering.isPending && answering.variables === 'confirm'}
          disabled={answering.isPending}
          onClick={() => answering.mutate('confirm')}
        >
          Confirm
        </Button>
        <Button
          variant="default"
          loading={answering.isPending && answering.variables === 'deny'}
          disabled={answering.isPending}
          onClick={() => answering.mutate('deny')}
        >
          Deny
        </Button>
      </div>
      {answering.isError && (
        <div className={classes.failure}>
          <Notice message={sentenceOf(answering.error)} />
        </div>
      )}
    </Panel>
  )
}

interface OutcomeProps {
  readonly state: Exclude<CodeState, 'pending'>
  readonly computerName: string
}

/** Takes the focus from the button that has gone. */
function Outcome({ state, computerName }: OutcomeProps) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <Panel title={state === 'confirmed' ? 'Connected' : 'Denied'}>
      <p ref={message} role="status" tabIndex={-1} className={classes.outcome}>
        {state === 'confirmed' && <IconCheck size={20} aria-hidden />}
        <span>
          {state === 'confirmed' ? (
            <>
              <bdi>{computerName}</bdi> is connected. It uploads each game from now on; you can
              close this page.
            </>
          ) : (
            <>
              <bdi>{computerName}</bdi> was not connected, and has been told so.
            </>
          )}
        </span>
      </p>
      <ButtonLink to="/download#companions" variant="default">
        Your companions
      </ButtonLink>
    </Panel>
  )
}
