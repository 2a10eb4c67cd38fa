import { TextInput } from '@mantine/core'
import { BoardMode, type BoardSpan, CHANNEL_BOARD_PAGE_SIZE } from '@rollcall/contract/channels'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { Download } from '#ui/download.tsx'
import { formatDays, formatInstant, formatTimeOfDay } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import layout from '#ui/page.module.css'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { type BoardView, isPastDay, latestPastDay } from './board-view.ts'
import classes from './channel-page.module.css'
import { listedRow } from './listed-row.ts'
import {
  boardQuery,
  type Channel,
  type ChannelBoardRow,
  downloadBoard,
  ownPlaceQuery,
} from './queries.ts'
import { texts } from './texts.ts'

const { board: words } = texts
const ROWS_AWAITED = 20
const DAY_DELAY_MS = 700

interface ChannelBoardProps {
  /** The name in the address. */
  readonly name: string
  readonly channel: Channel
  readonly view: BoardView
  readonly onView: (view: BoardView) => void
}

/** The channel's racers: which of its boards is shown, the reader's own place, and everybody. */
export function ChannelBoard({ name, channel, view, onView }: ChannelBoardProps) {
  return (
    <Panel title={words.title}>
      <div className={classes.choices}>
        <Spans channel={channel} of={view.of} onChoose={(of) => onView({ ...view, of })} />
        <Modes mode={view.mode} onChoose={(mode) => onView({ ...view, mode })} />
      </div>
      <DayNote of={view.of} endsAt={channel.endsAt} />
      {view.of === 'season' && !channel.isRunning && (
        <p className={layout.hint}>{words.earlierSeason(seasonName(channel.season))}</p>
      )}
      {/* Another board begins with its first page, and without a search. */}
      <Rows key={`${view.of} ${view.mode}`} name={name} view={view} today={channel.today} />
    </Panel>
  )
}

interface SpansProps {
  readonly channel: Channel
  readonly of: BoardSpan
  readonly onChoose: (of: BoardSpan) => void
}

function Spans({ channel: { season, today, firstDay }, of, onChoose }: SpansProps) {
  const { spans } = words
  const choices: { label: string; of: BoardSpan }[] = [
    { label: spans.today, of: 'today' },
    { label: seasonName(season), of: 'season' },
    { label: spans.lifetime, of: 'lifetime' },
  ]
  if (firstDay !== null) {
    choices.push({
      label: spans.day,
      of: isPastDay(of) ? of : latestPastDay({ today, firstDay }),
    })
  }
  return (
    <>
      <ToggleButtons
        label={spans.label}
        choices={choices}
        chosen={choices.find((choice) => choice.of === of) ?? null}
        onChoose={(choice) => onChoose(choice.of)}
      />
      {isPastDay(of) && (
        <DayField day={of} first={firstDay} last={today} onDay={(day) => onChoose(day)} />
      )}
    </>
  )
}

interface DayFieldProps {
  readonly day: string
  readonly first: string | null
  readonly last: string
  readonly onDay: (day: string) => void
}

/** While a date is typed, the field passes through others. */
function DayField({ day, first, last, onDay }: DayFieldProps) {
  const { text, setText } = useSettledText({
    value: day,
    delayMs: DAY_DELAY_MS,
    onSettle: (settled) => settled !== '' && onDay(settled),
  })
  return (
    <TextInput
      type="date"
      label={words.chooseDay}
      className={classes.day ?? ''}
      value={text}
      max={last}
      {...(first !== null && { min: first })}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

interface ModesProps {
  readonly mode: BoardMode
  readonly onChoose: (mode: BoardMode) => void
}

function Modes({ mode, onChoose }: ModesProps) {
  const choices = BoardMode.options.map((each) => ({ label: words.modes[each], mode: each }))
  return (
    <ToggleButtons
      label={words.modes.label}
      choices={choices}
      chosen={choices.find((choice) => choice.mode === mode) ?? null}
      onChoose={(choice) => onChoose(choice.mode)}
    />
  )
}

/** When marble days change, in the reader's own time. */
function DayNote({ of, endsAt }: { readonly of: BoardSpan; readonly endsAt: string }) {
  const isToday = of === 'today'
  return (
    (isToday || isPastDay(of)) && (
      <p className={layout.hint}>
        <Sentence
          text={isToday ? words.dayEnds : words.dayChanges}
          parts={{
            time: (
              <time dateTime={endsAt}>
                {isToday ? formatInstant(endsAt) : formatTimeOfDay(endsAt)}
              </time>
            ),
          }}
        />
      </p>
    )
  )
}

interface RowsProps {
  readonly name: string
  readonly view: BoardView
  readonly today: string
}

function Rows({ name, view, today }: RowsProps) {
  const asked = useAskedRows()
  const { page, search } = asked
  const board = { ...view, today }
  const answer = useQuery({
    ...boardQuery(name, board, { page, search }),
    select: ({ rows, totalPages }) => ({ rows: rows.map(listedRow), totalPages }),
  })
  const isSignedIn = useSessionToken() !== null
  return (
    <>
      {isSignedIn && (
        <OwnPlace
          name={name}
          board={board}
          isShown={(place) => search === '' && place === page}
          onGo={(place) => asked.show({ page: place, search: '' })}
        />
      )}
      <PagedRows
        label={words.title}
        lookupLabel={words.find}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        awaited={Math.min(ROWS_AWAITED, CHANNEL_BOARD_PAGE_SIZE)}
        formatPoints={formatNumber}
        note={(row) => <RowNote row={row} of={view.of} />}
        empty={
          search === ''
            ? { message: words.none, hint: words.noneHint[kindOf(view.of)] }
            : { message: words.notFound, hint: words.notFoundHint }
        }
      />
      {answer.data && answer.data.rows.length > 0 && (
        <Download
          what={search === '' ? words.download : words.downloadFound}
          fileName={`${name}-${view.of}-${view.mode}`}
          load={(format, options) =>
            downloadBoard(name, { ...view, search }, { format, ...options })
          }
        />
      )}
    </>
  )
}

interface OwnPlaceProps {
  readonly name: string
  readonly board: BoardView & { readonly today: string }
  /** Whether the page of the board is on screen. */
  readonly isShown: (page: number) => boolean
  readonly onGo: (page: number) => void
}

function OwnPlace({ name, board, isShown, onGo }: OwnPlaceProps) {
  const answer = useQuery(ownPlaceQuery(name, board))
  const page = answer.data?.page
  return (
    <OwnRow
      answer={answer}
      formatPoints={formatNumber}
      formatGap={(gap) => words.scores(gap, board.mode)}
      onGo={page === undefined || isShown(page) ? undefined : () => onGo(page)}
    />
  )
}

const kindOf = (of: BoardSpan) =>
  of === 'today' || of === 'season' || of === 'lifetime' ? of : 'day'

interface RowNoteProps {
  readonly row: ChannelBoardRow
  readonly of: BoardSpan
}

function RowNote({ row: { score, levels, lastDay }, of }: RowNoteProps) {
  const note =
    levels !== undefined
      ? words.levels(score, levels)
      : lastDay !== undefined && isPastDay(of)
        ? words.between(formatDays(of, lastDay))
        : null
  return note !== null && <span className={layout.note}>{note}</span>
}
