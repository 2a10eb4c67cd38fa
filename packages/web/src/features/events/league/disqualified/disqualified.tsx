import {
  disqualify,
  listDisqualified,
  takeBackDisqualification,
} from '@rollcall/contract/leagues-disqualified'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { answersAbout, asking } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { RacerLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts as terms } from '#ui/points-terms/texts.ts'
import { LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import adjustments from '../../adjustments/adjustments.module.css'
import { texts as words } from '../../adjustments/texts.ts'
import classes from '../league.module.css'
import { type Chosen, DisqualifyForm } from './disqualify-form.tsx'
import { texts } from './texts.ts'

type Listed = Extract<
  Answer<typeof listDisqualified>,
  { disqualified: unknown }
>['disqualified'][number]

interface DisqualifiedProps {
  /** The series. */
  readonly id: string
  readonly onDone: (done: Done) => void
}

/** Who is disqualified from the league, for those who decide it. */
export function Disqualified({ id, onDone }: DisqualifiedProps) {
  const titleId = useId()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refetch } = useQuery(asking(listDisqualified, { params: { id } }))
  const acts = useActs(id, onDone)
  const taking = useMutation({ mutationFn: acts.takeBack })
  const listed = data !== undefined && 'disqualified' in data ? data.disqualified : []
  // Another server has none.
  if (error instanceof ApiError && error.status === 404) return null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.title}</h3>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <Quiet>{texts.lead}</Quiet>
      {listed.length > 0 && (
        <ul className={lines.lines} aria-labelledby={titleId}>
          {listed.map((each) => (
            <Line
              key={each.id}
              listed={each}
              isTaking={taking.isPending && taking.variables.id === each.id}
              onTakeBack={taking.mutate}
            />
          ))}
        </ul>
      )}
      {taking.error && <Notice message={texts.failed(sentenceOf(taking.error))} />}
      <div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {texts.any}
        </Button>
      </div>
      <Modal isOpen={isAsking} title={texts.any} onClose={() => setIsAsking(false)}>
        {isAsking && (
          <DisqualifyForm
            id={id}
            onDisqualify={acts.disqualify}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Modal>
    </Stack>
  )
}

/** What organisers do; each can be undone. */
function useActs(id: string, onDone: (done: Done) => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const remove = async (disqualifiedId: number) => {
    const params = { id, disqualifiedId: String(disqualifiedId) }
    await callApi(takeBackDisqualification, { params })
    await refresh()
  }
  const takenBack = (racer: RacerLabel) => (
    <Sentence text={texts.takenBack} parts={{ racer: <Name of={racer} /> }} />
  )
  return {
    disqualify: async ({ row, reason, note }: Chosen) => {
      const { id: rowId, racer_name, total } = row
      const body = { row: { id: rowId, racer_name, total }, reason, note }
      const stored = await callApi(disqualify, { params: { id }, body })
      await refresh()
      onDone({
        sentence: (
          <Sentence
            text={texts.done}
            parts={{ racer: <Name of={row} />, why: <span>{terms.reasons[reason]}</span> }}
          />
        ),
        ...('id' in stored && {
          undo: { run: () => remove(stored.id), sentence: takenBack(row) },
        }),
      })
    },
    takeBack: async (listed: Listed) => {
      await remove(listed.id)
      onDone({ sentence: takenBack(listed) })
    },
  }
}

const Name = ({ of }: { readonly of: RacerLabel }) => <bdi>{shownName(of)}</bdi>

interface LineProps {
  readonly listed: Listed
  readonly isTaking: boolean
  readonly onTakeBack: (listed: Listed) => void
}

function Line({ listed, isTaking, onTakeBack }: LineProps) {
  const { reason, note, isWaiting, by, at } = listed
  return (
    <li>
      <span className={lines.name}>
        <RacerLink racer={listed}>
          <Name of={listed} />
        </RacerLink>
      </span>
      <span>{terms.reasons[reason]}</span>
      {note && (
        <p className={adjustments.note}>
          <bdi>{note}</bdi>
        </p>
      )}
      {isWaiting && <p>{texts.isWaiting}</p>}
      <Quiet size="xs">
        <Sentence
          text={words.made}
          parts={{
            author: <bdi>{streamerName(by)}</bdi>,
            time: <time dateTime={at}>{formatInstant(at)}</time>,
          }}
        />
      </Quiet>
      <Button
        className={adjustments.takeBack ?? ''}
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        aria-label={texts.takeBackOf(shownName(listed))}
        loading={isTaking}
        onClick={() => onTakeBack(listed)}
      >
        {texts.takeBack}
      </Button>
    </li>
  )
}
