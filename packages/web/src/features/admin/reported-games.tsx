/** What a reported row is made of: games, each of which can be left out of rankings, and snapshots. */
import {
  type LeaveOutReason,
  leaveGameOut,
  letGameCount,
  LeaveOutReason as REASONS,
  type Report,
  type ReportedGame,
  type ReportedSnapshot,
} from '@rollcall/contract/admin-reports'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { gameTitle } from '#ui/board/game-title.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { ChannelLink, GameLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { texts } from './texts.ts'

const { reports } = texts

interface GamesProps {
  readonly games: readonly ReportedGame[]
  readonly report: Pick<Report, 'id' | 'reason'>
  readonly onChanged: () => Promise<unknown>
}

export function ReportedGames({ games, report, onChanged }: GamesProps) {
  const [asked, setAsked] = useState<ReportedGame | null>(null)
  const counting = useMutation({
    mutationFn: ({ id }: ReportedGame) => callApi(letGameCount, { params: { id: String(id) } }),
    onSettled: onChanged,
  })
  return (
    <>
      {counting.error && <Notice message={sentenceOf(counting.error)} />}
      <ul className={rows.list} aria-label={reports.games}>
        {games.map((game) => (
          <GameItem
            key={game.id}
            game={game}
            isPending={counting.isPending && counting.variables.id === game.id}
            onLeaveOut={() => setAsked(game)}
            onCount={() => counting.mutate(game)}
          />
        ))}
      </ul>
      <Modal isOpen={asked !== null} title={reports.leaveOutTitle} onClose={() => setAsked(null)}>
        {asked && (
          <LeaveOutForm
            game={asked}
            report={report}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              void onChanged()
            }}
          />
        )}
      </Modal>
    </>
  )
}

interface GameItemProps {
  readonly game: ReportedGame
  readonly isPending: boolean
  readonly onLeaveOut: () => void
  readonly onCount: () => void
}

function GameItem({ game, isPending, onLeaveOut, onCount }: GameItemProps) {
  const { id, channel, finishedAt, leftOut, place, points, racerCount, upload } = game
  const title = gameTitle({ ...game, level: null })
  const finished = formatInstant(finishedAt)
  const written = points === null ? reports.pointsUnknown : reports.points(points)
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span>
          <Sentence
            text={reports.game}
            parts={{
              // A game that is left out has no page.
              game: leftOut ? <bdi>{title}</bdi> : <GameLink id={id}>{title}</GameLink>,
              channel: (
                <ChannelLink channel={channel}>
                  <bdi>{channel.name}</bdi>
                </ChannelLink>
              ),
            }}
          />
        </span>
        <span className={rows.fact}>
          <time dateTime={finishedAt}>{finished}</time>
          {` · ${reports.gamePlace(place, racerCount, written)}`}
          {upload && ` · ${writeUpload(upload)}`}
        </span>
        {leftOut && (
          <span className={rows.fact}>
            <Sentence
              text={reports.leftOut}
              parts={{
                admin: <bdi>{leftOut.by}</bdi>,
                date: <time dateTime={leftOut.at}>{formatInstant(leftOut.at)}</time>,
                reason: <span>{reports.leaveOutReasons[leftOut.reason]}</span>,
              }}
            />
          </span>
        )}
      </div>
      {leftOut ? (
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          aria-label={reports.countGameAgain(title, finished)}
          onClick={onCount}
        >
          {reports.countAgain}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={reports.leaveOutGame(title, finished)}
          onClick={onLeaveOut}
        >
          {reports.leaveOut}
        </Button>
      )}
    </li>
  )
}

const writeUpload = ({ computer, receivedAt }: NonNullable<ReportedGame['upload']>): string =>
  computer === null
    ? reports.uploaded(formatInstant(receivedAt))
    : reports.uploadedFrom(computer, formatInstant(receivedAt))

interface LeaveOutFormProps {
  readonly game: ReportedGame
  readonly report: Pick<Report, 'id' | 'reason'>
  readonly onClose: () => void
  readonly onDone: () => void
}

const likelyReason = ({ reason }: Pick<Report, 'reason'>): LeaveOutReason | null =>
  reason === 'cheating' || reason === 'wrong-result' ? reason : null

function LeaveOutForm({ game, report, onClose, onDone }: LeaveOutFormProps) {
  // What was reported is most likely why.
  const [reason, setReason] = useState<LeaveOutReason | null>(likelyReason(report))
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const leaving = useMutation({
    mutationFn: (chosen: LeaveOutReason) =>
      callApi(leaveGameOut, {
        params: { id: String(game.id) },
        body: { reason: chosen, reportId: report.id },
      }),
    onSuccess: onDone,
  })
  return (
    <DialogForm
      submitLabel={reports.leaveOut}
      isPending={leaving.isPending}
      problem={leaving.error && sentenceOf(leaving.error)}
      onSubmit={() => {
        setIsReasonMissing(reason === null)
        if (reason !== null) {
          leaving.mutate(reason)
        }
      }}
      onClose={onClose}
    >
      <Quiet>{reports.leaveOutResult}</Quiet>
      <Choices
        question={reports.leaveOutReason}
        options={REASONS.options.map((value) => ({ label: reports.leaveOutReasons[value], value }))}
        answer={reason}
        onAnswer={(chosen) => {
          setReason(chosen)
          setIsReasonMissing(false)
        }}
      />
      {isReasonMissing && <Notice message={reports.leaveOutReasonMissing} />}
    </DialogForm>
  )
}

export function ReportedSnapshots({
  snapshots,
}: {
  readonly snapshots: readonly ReportedSnapshot[]
}) {
  return (
    <Panel title={reports.snapshots}>
      <ul className={rows.list}>
        {snapshots.map(({ channel, receivedAt, points }) => (
          <li key={channel.login} className={rows.row}>
            <span>
              <Sentence
                text={reports.snapshot}
                parts={{
                  channel: (
                    <ChannelLink channel={channel}>
                      <bdi>{channel.name}</bdi>
                    </ChannelLink>
                  ),
                  date: <time dateTime={receivedAt}>{formatInstant(receivedAt)}</time>,
                }}
              />
            </span>
            <span>{points === null ? reports.pointsUnknown : reports.points(points)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
