import { endOtherSessions, endOwnSession, type OwnSession } from '@rollcall/contract/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { DoneMessage } from '#ui/done-message.tsx'
import { formatAgo, formatInstant } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import classes from './account.module.css'
import { accountQuery } from './queries.ts'
import { texts } from './texts.ts'

const { sessions: words } = texts

interface SessionsPanelProps {
  readonly sessions: readonly OwnSession[]
  /** When they were loaded. */
  readonly now: number
}

/** Where the user is signed in; the session of this browser ends with Logout. */
export function SessionsPanel({ sessions, now }: SessionsPanelProps) {
  const queryClient = useQueryClient()
  const ending = useMutation({
    /** @param id null: all others */
    mutationFn: (id: string | null) =>
      id === null ? callApi(endOtherSessions, {}) : callApi(endOwnSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(accountQuery),
  })
  const done = ending.isSuccess && {
    sentence: ending.variables === null ? words.othersEnded : words.ended,
  }
  return (
    <Panel title={words.title}>
      <ul className={rows.list}>
        {sessions.map(({ id, signedInAt, lastSeenAt, address, isCurrent }) => (
          <li key={id} className={rows.row}>
            <div className={rows.words}>
              <strong>{isCurrent ? words.current : words.other}</strong>
              <span className={rows.fact}>{words.signedIn(formatInstant(signedInAt))}</span>
              <span className={rows.fact}>{words.seen(formatAgo(lastSeenAt, now), address)}</span>
            </div>
            {!isCurrent && (
              <Button
                variant="default"
                size="xs"
                aria-label={words.endThat(formatInstant(signedInAt))}
                loading={ending.isPending && ending.variables === id}
                onClick={() => ending.mutate(id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Row gap="xs/md" className={classes.act}>
        {sessions.length > 2 && (
          <Button
            variant="default"
            loading={ending.isPending && ending.variables === null}
            onClick={() => ending.mutate(null)}
          >
            {words.endOthers}
          </Button>
        )}
        <DoneMessage done={done || null} takesFocus />
      </Row>
      {ending.isError && <Notice message={sentenceOf(ending.error)} />}
    </Panel>
  )
}
