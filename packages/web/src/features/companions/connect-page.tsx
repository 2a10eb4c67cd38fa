import { Skeleton, TextInput } from '@mantine/core'
import {
  answerConnectionRequest,
  type CodeState,
  type ConnectionRequest,
  normalCode,
  shownCode,
} from '@rollcall/contract/companions'
import { PAGES } from '@rollcall/contract/pages'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import classes from './connect-page.module.css'
import { connectionRequestQuery } from './queries.ts'
import { texts } from './texts.ts'

const { connect } = texts

/** The page that a companion opens: it says which computer asks, and its streamer decides whether it may upload. */
export function ConnectPage() {
  const [search, setSearch] = useSearchParams()
  const code = normalCode(search.get('code') ?? '')
  const { data, error, isFetching } = useQuery(connectionRequestQuery(code))
  return (
    <>
      <PageHeading title={connect.title}>{connect.lead}</PageHeading>
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
    <Panel title={connect.enterCode}>
      <p>{connect.codeHint}</p>
      <Row
        as="form"
        align="end"
        onSubmit={(event) => {
          event.preventDefault()
          if (normalCode(typed) !== '') onEnter(typed)
        }}
      >
        <TextInput
          label={connect.code}
          placeholder={connect.codeExample}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          classNames={{ input: classes.input ?? '' }}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit">{connect.lookUp}</Button>
      </Row>
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
    <Panel title={connect.question}>
      <p className={classes.code}>{shownCode(userCode)}</p>
      <p>{connect.sameCode}</p>
      <dl className={`${cards.facts} ${classes.facts}`}>
        <dt>{connect.computer}</dt>
        <dd>
          <bdi>{computerName}</bdi>
        </dd>
        <dt>{connect.companion}</dt>
        <dd>{connect.version(version)}</dd>
        <dt>{connect.requestedFrom}</dt>
        <dd>{isSameAddress ? connect.ownAddress(address) : address}</dd>
        <dt>{connect.allowed}</dt>
        <dd>
          <Sentence
            text={connect.allowedToDo}
            parts={{ channel: <bdi>{user ? streamerName(user) : connect.yourChannel}</bdi> }}
          />
        </dd>
        <dt>{connect.fromNowOn}</dt>
        <dd>
          <Sentence
            text={connect.countsByItself}
            parts={{ uploads: <Link to={PAGES.myUploads.path} /> }}
          />
        </dd>
      </dl>
      {!isSameAddress && (
        <div className={classes.problem}>
          <Notice message={connect.foreignAddress(address)} />
        </div>
      )}
      <Row gap="sm/md">
        <Button
          loading={answering.isPending && answering.variables === 'confirm'}
          disabled={answering.isPending}
          onClick={() => answering.mutate('confirm')}
        >
          {connect.confirm}
        </Button>
        <Button
          variant="default"
          loading={answering.isPending && answering.variables === 'deny'}
          disabled={answering.isPending}
          onClick={() => answering.mutate('deny')}
        >
          {connect.deny}
        </Button>
      </Row>
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

/** Takes over the focus from the button that disappeared. */
function Outcome({ state, computerName }: OutcomeProps) {
  const isConfirmed = state === 'confirmed'
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <Panel title={isConfirmed ? connect.confirmed : connect.denied}>
      <Row
        as="p"
        wrap={false}
        gap="xs"
        align="stretch"
        ref={message}
        role="status"
        tabIndex={-1}
        className={classes.outcome}
      >
        {isConfirmed && <IconCheck size={20} aria-hidden />}
        <span>
          <Sentence
            text={isConfirmed ? connect.isConnected : connect.isDenied}
            parts={{ name: <bdi>{computerName}</bdi> }}
          />
        </span>
      </Row>
      <ButtonLink to={`${PAGES.download.path}#companions`} variant="default">
        {connect.companions}
      </ButtonLink>
    </Panel>
  )
}
