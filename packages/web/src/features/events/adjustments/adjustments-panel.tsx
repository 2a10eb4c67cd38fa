import {
  adjustEvent,
  type ListedAdjustment,
  takeBackAdjustment,
} from '@rollcall/contract/events-adjustments'
import { shownName } from '@rollcall/scoring/racer'
import { IconArrowBackUp, IconPlusMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { RacerLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { adjustmentInWords } from '#ui/points-terms/points-terms.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { searchFromEventView } from '../board/event-leaderboard-view.ts'
import classes from './adjustments.module.css'
import { texts } from './texts.ts'

interface AdjustmentsPanelProps {
  readonly eventId: string
  readonly adjustments: readonly ListedAdjustment[]
  readonly mayAdjust: boolean
  /** The board on screen is one streamer's, which is not adjusted. */
  readonly isElsewhere: boolean
  /** What has just been done. */
  readonly done: Done | null
  readonly onDone: (done: Done) => void
  /** null: not here. */
  readonly onAdjust: (() => void) | null
}

const ALL_STREAMERS = `?${searchFromEventView({ streamer: 'all', isDetailed: false })}`

/** Who got what and why; organisers take it back here. */
export function AdjustmentsPanel(props: AdjustmentsPanelProps) {
  const { eventId, adjustments, mayAdjust, isElsewhere, done, onDone } = props
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: answersAbout('events') })
  const taking = useMutation({
    mutationFn: ({ id }: ListedAdjustment) => takeBack(eventId, id),
    onSuccess: async (_, taken) => {
      await changed()
      onDone({
        sentence: (
          <Sentence
            text={texts.takenBack}
            parts={{ what: <span>{adjustmentInWords(taken)}</span>, racer: <Name of={taken} /> }}
          />
        ),
        // One that waits has no row to give it to.
        ...(!taken.isWaiting && {
          undo: { run: () => giveAgain(eventId, taken).then(changed), sentence: texts.isBack },
        }),
      })
    },
  })
  return (
    <Panel title={texts.title}>
      {mayAdjust && <Quiet>{texts.lead}</Quiet>}
      {isElsewhere && (
        <Quiet>
          <Sentence
            text={texts.elsewhere}
            parts={{ board: <Link to={{ search: ALL_STREAMERS }} preventScrollReset /> }}
          />
        </Quiet>
      )}
      <DoneMessage done={done} takesFocus />
      {taking.error && <Notice message={texts.failed(sentenceOf(taking.error))} />}
      {props.onAdjust && (
        <Button
          variant="default"
          leftSection={<IconPlusMinus size={18} aria-hidden />}
          onClick={props.onAdjust}
        >
          {texts.any}
        </Button>
      )}
      <ul className={lines.lines}>
        {adjustments.map((adjustment) => (
          <Line
            key={adjustment.id}
            adjustment={adjustment}
            isTaking={taking.isPending && taking.variables.id === adjustment.id}
            onTakeBack={mayAdjust ? taking.mutate : null}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** The call that takes an adjustment back. */
export const takeBack = (eventId: string, id: number) =>
  callApi(takeBackAdjustment, { params: { id: eventId, adjustment: String(id) } })

function giveAgain(
  eventId: string,
  { racer_name: racer, kind, points, reason, bonus, made }: ListedAdjustment,
) {
  const body = { racer, kind, points, reason, bonus, note: made?.note ?? null }
  return callApi(adjustEvent, { params: { id: eventId }, body })
}

export const Name = ({ of }: { readonly of: Parameters<typeof shownName>[0] }) => (
  <bdi>{shownName(of)}</bdi>
)

interface LineProps {
  readonly adjustment: ListedAdjustment
  readonly isTaking: boolean
  /** null: the reader may not. */
  readonly onTakeBack: ((adjustment: ListedAdjustment) => void) | null
}

function Line({ adjustment, isTaking, onTakeBack }: LineProps) {
  const { isWaiting, made } = adjustment
  const what = adjustmentInWords(adjustment)
  return (
    <li>
      <span className={lines.name}>
        <RacerLink racer={adjustment}>
          <Name of={adjustment} />
        </RacerLink>
      </span>
      <span>{what}</span>
      {made?.note && (
        <p className={classes.note}>
          <bdi>{made.note}</bdi>
        </p>
      )}
      {isWaiting && <p>{texts.isWaiting}</p>}
      {made && (
        <Quiet size="xs">
          <Sentence
            text={texts.made}
            parts={{
              author: <bdi>{streamerName(made.by)}</bdi>,
              time: <time dateTime={made.at}>{formatInstant(made.at)}</time>,
            }}
          />
        </Quiet>
      )}
      {onTakeBack && (
        <Button
          className={classes.takeBack ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={texts.takeBackOf(what, shownName(adjustment))}
          loading={isTaking}
          onClick={() => onTakeBack(adjustment)}
        >
          {texts.takeBack}
        </Button>
      )}
    </li>
  )
}
