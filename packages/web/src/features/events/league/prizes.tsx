import {
  considerAgain,
  type getLeaguePrizes,
  type PrizeWinner,
  passOver,
  setLeaguePrizes,
} from '@rollcall/contract/leagues-prizes'
import type { PassedOverReason } from '@rollcall/scoring/prizes'
import { shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { LoadError } from '#ui/states.tsx'
import classes from './league.module.css'
import { PassOverForm } from './pass-over-form.tsx'
import own from './prizes.module.css'
import { PrizesForm } from './prizes-form.tsx'
import { texts } from './prizes-texts.ts'
import { prizesQuery } from './queries.ts'

type OwnPrizes = Extract<Answer<typeof getLeaguePrizes>, { prizes: unknown }>
type PassedOver = OwnPrizes['passedOver'][number]

interface PrizesProps {
  /** The series. */
  readonly id: string
  readonly onDone: (done: Done) => void
}

/** What the first ranks win, and who is passed over, for those who decide it. */
export function Prizes({ id, onDone }: PrizesProps) {
  const titleId = useId()
  const { data, error, refetch } = useQuery(prizesQuery(id))
  const acts = usePrizeActs(id, onDone)
  const [isEditing, setIsEditing] = useState(false)
  const [asked, setAsked] = useState<PrizeWinner | null>(null)
  const prizes = data !== undefined && 'prizes' in data ? data : undefined
  const texted = prizes?.prizes.map(({ text }) => text) ?? []
  // Another server has none.
  if (error instanceof ApiError && error.status === 404) return null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.title}</h3>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {prizes && texted.length === 0 && <Quiet>{texts.lead}</Quiet>}
      {prizes && texted.length > 0 && !isEditing && (
        <Ladder prizes={prizes} onPassOver={setAsked} onConsider={acts.consider} />
      )}
      {prizes && isEditing && (
        <PrizesForm
          prizes={texted}
          onSave={(next) => acts.set(next, texted)}
          onClose={() => setIsEditing(false)}
        />
      )}
      {prizes && !isEditing && (
        <div>
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {texted.length === 0 ? texts.set : texts.change}
          </Button>
        </div>
      )}
      <Modal
        isOpen={asked !== null}
        title={asked === null ? '' : texts.passOverOne(shownName(asked))}
        onClose={() => setAsked(null)}
      >
        {asked && (
          <PassOverForm
            onPassOver={(reason) => acts.passOver(asked, reason)}
            onClose={() => setAsked(null)}
          />
        )}
      </Modal>
    </Stack>
  )
}

/** What organisers do; each can be undone. */
function usePrizeActs(id: string, onDone: (done: Done) => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const store = async (prizes: string[]) => {
    await callApi(setLeaguePrizes, { params: { id }, body: { prizes } })
    await refresh()
  }
  const takeBack = async (passedOverId: number) => {
    const params = { id, passedOverId: String(passedOverId) }
    await callApi(considerAgain, { params })
    await refresh()
  }
  return {
    set: async (next: string[], before: string[]) => {
      await store(next)
      onDone({
        sentence: texts.saved,
        undo: { run: () => store(before), sentence: texts.putBack },
      })
    },
    passOver: async (winner: PrizeWinner, reason: PassedOverReason) => {
      const { id: row, racer_name, total } = winner
      const body = { row: { id: row, racer_name, total }, reason }
      const stored = await callApi(passOver, { params: { id }, body })
      await refresh()
      const name = shownName(winner)
      onDone({
        sentence: texts.wasPassedOver(name),
        ...('id' in stored && {
          undo: { run: () => takeBack(stored.id), sentence: texts.considered(name) },
        }),
      })
    },
    consider: async (racer: PassedOver) => {
      await takeBack(racer.id)
      onDone({ sentence: texts.considered(shownName(racer)) })
    },
  }
}

interface LadderProps {
  readonly prizes: OwnPrizes
  readonly onPassOver: (winner: PrizeWinner) => void
  readonly onConsider: (racer: PassedOver) => Promise<void>
}

function Ladder({ prizes: { isProvisional, prizes, passedOver }, ...on }: LadderProps) {
  const hasWinners = prizes.some(({ count }) => count > 0)
  return (
    <>
      {isProvisional && <Quiet>{texts.provisional}</Quiet>}
      <ol className={own.prizes} aria-label={texts.title}>
        {prizes.map(({ text, winners, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranks are in order.
          <li key={index}>
            <bdi>{texts.line(text)}</bdi>
            {count === 0 && <Quiet as="span"> {hasWinners ? texts.nobody : texts.notYet}</Quiet>}
            {winners.map((winner) => (
              <div key={winner.id} className={own.one}>
                <bdi>{shownName(winner)}</bdi>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={texts.passOverOne(shownName(winner))}
                  onClick={() => on.onPassOver(winner)}
                >
                  {texts.passOver}
                </Button>
              </div>
            ))}
            {count > winners.length && (
              <Quiet as="span">{texts.more(count - winners.length)}</Quiet>
            )}
          </li>
        ))}
      </ol>
      {passedOver.length > 0 && (
        <PassedOverList passedOver={passedOver} onConsider={on.onConsider} />
      )}
    </>
  )
}

interface PassedOverListProps extends Pick<LadderProps, 'onConsider'> {
  readonly passedOver: readonly PassedOver[]
}

function PassedOverList({ passedOver, onConsider }: PassedOverListProps) {
  const consider = useMutation({ mutationFn: onConsider })
  return (
    <>
      <ul className={own.passedOver} aria-label={texts.list}>
        {passedOver.map((racer) => (
          <li key={racer.id} className={own.one}>
            <Quiet as="span">
              {texts.ranked(racer.rank)} <bdi>{shownName(racer)}</bdi>,{' '}
              {texts.because(racer.reason)}
            </Quiet>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.considerOne(shownName(racer))}
              loading={consider.isPending && consider.variables.id === racer.id}
              onClick={() => consider.mutate(racer)}
            >
              {texts.considerAgain}
            </Button>
          </li>
        ))}
      </ul>
      {consider.error && <Notice message={sentenceOf(consider.error)} />}
    </>
  )
}
