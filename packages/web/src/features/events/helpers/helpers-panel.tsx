/** Who helps to run an event or a series, below what its organisers manage. */
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Skeleton } from '@mantine/core'
import { HELPER_CALLS } from '@rollcall/contract/helpers'
import type { HelperRole } from '@rollcall/contract/helping'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { PersonLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { texts as shared } from '../texts.ts'
import { AppointForm } from './appoint-form.tsx'
import classes from './helpers.module.css'
import { type Helped, type Helper, helpersQuery } from './queries.ts'
import { texts } from './texts.ts'

export function HelpersPanel(helped: Helped) {
  const { data, error, refetch } = useQuery(helpersQuery(helped))
  const [done, setDone] = useState<Done | null>(null)
  return (
    <div className={classes.panel}>
      <Panel title={texts.title}>
        <Stack gap="md" className={classes.parts}>
          <Quiet>{texts.lead[helped.kind]}</Quiet>
          <DoneMessage done={done} takesFocus />
          {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
          {!data && !error && (
            <Loading>
              <Skeleton height="4rem" radius="md" />
            </Loading>
          )}
          {data && 'helpers' in data && (
            <>
              {data.helpers.length === 0 && <Nothing>{texts.none}</Nothing>}
              {data.helpers.length > 0 && (
                <ul className={cards.list}>
                  {data.helpers.map((helper) => (
                    <HelperItem
                      key={helper.userId}
                      helped={helped}
                      helper={helper}
                      canAppoint={data.canAppoint}
                      onDone={setDone}
                    />
                  ))}
                </ul>
              )}
              {data.canAppoint && <AppointForm helped={helped} onDone={setDone} />}
            </>
          )}
        </Stack>
      </Panel>
    </div>
  )
}

interface HelperItemProps {
  readonly helped: Helped
  readonly helper: Helper
  readonly canAppoint: boolean
  readonly onDone: (done: Done | null) => void
}

function HelperItem({ helped, helper, canAppoint, onDone }: HelperItemProps) {
  const { role, seesSealed } = helper
  const name = streamerName(helper)
  const { error, isPending, variables, mutate } = useHelperChange(helped, helper, onDone)
  // What was pressed, until the answer is there.
  const [ticked, setTicked] = useState<boolean | null>(null)
  const hasTick = role === 'moderator'
  return (
    <Row as="li" gap="xs/md" justify="space-between" className={classes.helper}>
      <div className={classes.who}>
        <PersonLink page={helper.page}>
          <bdi className={classes.name}>{name}</bdi>
        </PersonLink>
        <Quiet>
          <AppointedBy helper={helper} />
        </Quiet>
        {hasTick && !canAppoint && seesSealed && <Quiet>{texts.seesSealed}</Quiet>}
      </div>
      {canAppoint && (
        <Row gap="xs/md">
          {hasTick && (
            <Checkbox
              label={texts.seesSealed}
              aria-label={texts.seesSealedOf(name)}
              checked={ticked ?? seesSealed}
              disabled={isPending}
              onChange={({ currentTarget: { checked } }) => {
                setTicked(checked)
                mutate({ kind: 'tick', seesSealed: checked }, { onSettled: () => setTicked(null) })
              }}
            />
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={shared.actionOn(texts.remove, name)}
            loading={isPending && variables?.kind === 'remove'}
            onClick={() => mutate({ kind: 'remove' })}
          >
            {texts.remove}
          </Button>
        </Row>
      )}
      {error && <Notice message={sentenceOf(error)} />}
    </Row>
  )
}

type Change = { readonly kind: 'tick'; readonly seesSealed: boolean } | { readonly kind: 'remove' }

/** Both can be undone: somebody who was removed is appointed again as they were. */
function useHelperChange(
  { kind, id }: Helped,
  helper: Helper,
  onDone: (done: Done | null) => void,
) {
  const queryClient = useQueryClient()
  const calls = HELPER_CALLS[kind]
  const params = { id, userId: String(helper.userId) }
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const appoint = async (role: HelperRole, seesSealed: boolean) => {
    await callApi(calls.appoint, { params, body: { role, seesSealed } })
    await refresh()
  }
  const say = (text: string): ReactNode => (
    <Sentence text={text} parts={{ name: <bdi>{streamerName(helper)}</bdi> }} />
  )
  const seeing = (sees: boolean) => say(sees ? texts.saw : texts.sees)
  return useMutation({
    mutationFn: async (change: Change) => {
      if (change.kind === 'tick') {
        await appoint(helper.role, change.seesSealed)
        return
      }
      await callApi(calls.remove, { params })
      await refresh()
    },
    onSuccess: (_, change) => {
      const back = () => appoint(helper.role, helper.seesSealed)
      onDone(
        change.kind === 'tick'
          ? {
              sentence: seeing(change.seesSealed),
              undo: { run: back, sentence: seeing(!change.seesSealed) },
            }
          : { sentence: say(texts.removed), undo: { run: back, sentence: say(texts.putBack) } },
      )
    },
  })
}

function AppointedBy({ helper: { role, addedAt, addedBy } }: { readonly helper: Helper }) {
  const day = formatInstant(addedAt)
  return (
    <Sentence
      text={addedBy === null ? texts.appointedBefore(day) : texts.appointed(day)}
      parts={{
        role: <span>{texts.roles[role]}</span>,
        by: <bdi>{addedBy && streamerName(addedBy)}</bdi>,
      }}
    />
  )
}
