import { TextInput } from '@mantine/core'
import { BoardMode, type BoardSpan } from '@rollcall/contract/channels'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { HeldDaySentence } from '#ui/board/held-day.tsx'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { texts as boardTexts } from '#ui/board/texts.ts'
import { Download } from '#ui/download.tsx'
import { Following } from '#ui/following.tsx'
import { formatDays, formatInstant, formatTimeOfDay } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Row } from '#ui/layout/layout.tsx'
import { nightAddress } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { texts as shared } from '#ui/texts.ts'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { type BoardView, isPastDay, latestPastDay, periodOf, spanKind } from './board-view.ts'
import classes from './channel-page.module.css'
import { ChannelPlaces, useChannelPlaces } from './channel-places.tsx'
import { type ListedPlace, listedPlace, listedRow } from './listed-row.ts'
import { PeriodNotes, PeriodSteps } from './period.tsx'
import { boardQuery, type Channel, type ChannelBoardRow, downloadBoard } from './queries.ts'
import { texts } from './texts.ts'

const { board: words } = texts
const FIRST_ROWS = 25
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
  const hasNights = channel.lastNight !== null && channel.lastNight !== channel.today
  return (
    <Panel title={words.title}>
      <Row gap="sm/lg" align="end" className={classes.choices}>
        <Spans channel={channel} of={view.of} onChoose={(of) => onView({ ...view, of })} />
        <Modes mode={view.mode} onChoose={(mode) => onView({ ...view, mode })} />
      </Row>
      {channel.firstDay === null && (
        <p className={layout.hint}>{hasNights ? words.onlyFiles : words.noDays}</p>
      )}
      <PeriodSteps channel={channel} of={view.of} onChoose={(of) => onView({ ...view, of })} />
      <DayNote channel={channel} of={view.of} />
      {view.of === 'season' && !channel.isRunning && (
        <p className={layout.hint}>{words.earlierSeason(seasonName(channel.season))}</p>
      )}
      {/* Another board begins with its first page, and without a search. */}
      <Rows
        key={`${view.of} ${view.mode}`}
        channel={channel}
        name={name}
        view={view}
        onChoose={(of) => onView({ ...view, of })}
      />
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
  const kind = spanKind(of)
  const choices: { label: string; of: BoardSpan }[] = [
    { label: spans.today, of: 'today' },
    { label: spans.week, of: kind === 'week' ? of : 'week' },
    { label: spans.month, of: kind === 'month' ? of : 'month' },
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

interface DayNoteProps {
  readonly channel: Channel
  readonly of: BoardSpan
}

/** When marble days change, in the reader's own time, and where everything about the day is. */
function DayNote({ channel: { channel, endsAt, today }, of }: DayNoteProps) {
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
        />{' '}
        <Link to={nightAddress(channel, isToday ? today : of)}>{words.wholeNight}</Link>
      </p>
    )
  )
}

interface RowsProps {
  readonly channel: Channel
  readonly name: string
  readonly view: BoardView
  readonly onChoose: (of: BoardSpan) => void
}

function Rows({ channel, name, view, onChoose }: RowsProps) {
  const { today } = channel
  const asked = useAskedRows()
  const { page, search } = asked
  const board = { ...view, today }
  const answer = useQuery({
    ...boardQuery(name, board, { page, search }),
    select: ({ rows, found, ...others }) => ({
      ...others,
      rows: rows.map(listedRow),
      found: found && listedPlace(found),
    }),
  })
  const places = useChannelPlaces(name, board)
  const { best = null, found, rows = [], held, period } = answer.data ?? {}
  if (held !== undefined && rows.length === 0 && search === '') {
    return (
      <p className={layout.hint}>
        <HeldDaySentence held={held} />
      </p>
    )
  }
  const facts = (row: ListedPlace['row']) => <RowFacts row={row} of={view.of} today={today} />
  return (
    <>
      {held && (
        <p className={layout.hint}>
          <HeldDaySentence held={held} /> {shared.board.held.forYou}
        </p>
      )}
      {period && (
        <PeriodNotes
          of={spanKind(view.of) === 'month' ? 'month' : 'week'}
          period={period}
          onChoose={onChoose}
        />
      )}
      <ChannelPlaces {...{ name, channel, board, view, places, asked, facts }} />
      <Following isWaiting={places.isWaiting}>
        <PagedRows
          label={words.title}
          lookupLabel={places.onMe ? boardTexts.own.search : words.find}
          maxLength={MAX_SEARCH_LENGTH}
          asked={asked}
          answer={answer}
          awaited={FIRST_ROWS}
          first={{ rows: FIRST_ROWS, all: words.all }}
          formatPoints={formatNumber}
          formatGap={(gap) => words.scores(gap, view.mode)}
          facts={facts}
          best={best}
          found={found}
          onMe={places.onMe}
          empty={
            search === ''
              ? { message: words.none, hint: words.noneHint[spanKind(view.of)] }
              : { message: words.notFound, hint: words.notFoundHint }
          }
        />
        {rows.length > 0 && (
          <Download
            what={search === '' ? words.download : words.downloadFound}
            fileName={`${name}-${view.of}-${view.mode}`}
            load={(format, options) =>
              downloadBoard(name, { ...view, search }, { format, ...options })
            }
          />
        )}
      </Following>
    </>
  )
}

interface RowFactsProps {
  readonly row: ChannelBoardRow
  readonly of: BoardSpan
  readonly today: string
}

function RowFacts({ row: { score, levels, lastDay, games, wins }, of, today }: RowFactsProps) {
  if (games !== undefined && wins !== undefined) {
    return (
      <>
        <span className={classes.count}>{words.games(games)}</span>
        <span className={classes.count}>{words.wins(wins)}</span>
      </>
    )
  }
  const first = isPastDay(of) ? of : periodOf(of, today)?.first
  if (levels !== undefined) return <>{words.levels(score, levels)}</>
  return lastDay !== undefined && first !== undefined ? (
    <>{words.between(formatDays(first, lastDay))}</>
  ) : null
}
