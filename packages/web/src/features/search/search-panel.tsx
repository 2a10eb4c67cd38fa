import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarEvent, IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { texts as ui } from '#ui/texts.ts'
import { namesQuery } from './queries.ts'
import { type Kind, listFound, type Result } from './results.ts'
import classes from './search-panel.module.css'
import { texts } from './texts.ts'

const DEBOUNCE_MS = 200
const PICTURE_PX = 28
const KINDS: readonly Kind[] = ['racers', 'channels', 'maps', 'events']

interface SearchPanelProps {
  readonly listId: string
  readonly text: string
  /** The option that the arrow keys have reached. */
  readonly activeId: string | null
  readonly onChosen: () => void
}

/** What the search finds as somebody types. The focus stays in the field. */
export function SearchPanel({ listId, text, activeId, onChosen }: SearchPanelProps) {
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, DEBOUNCE_MS)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(namesQuery(asked))

  const isBusy = typed !== asked || isPlaceholderData || (isFetching && !data)
  const results = typed === '' || data === undefined || error ? [] : listFound(data)

  return (
    <>
      <Stack
        gap="xs"
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={texts.results}
        aria-busy={isBusy}
        // Otherwise a press would take the focus from the field, which closes the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {KINDS.map((kind) => (
          <ResultGroup
            key={kind}
            listId={listId}
            kind={kind}
            results={results.filter((result) => result.kind === kind)}
            activeId={activeId}
            onChosen={onChosen}
          />
        ))}
      </Stack>
      <PanelMessage {...{ typed, isBusy, error }} count={results.length} onRetry={refetch} />
    </>
  )
}

interface ResultGroupProps {
  readonly listId: string
  readonly kind: Kind
  readonly results: readonly Result[]
  readonly activeId: string | null
  readonly onChosen: () => void
}

function ResultGroup({ listId, kind, results, activeId, onChosen }: ResultGroupProps) {
  if (results.length === 0) {
    return null
  }
  const id = `${listId}${kind}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox.
    <div role="group" aria-labelledby={id}>
      <Quiet as="div" size="xs" id={id} className={classes.kind}>
        {texts.kinds[kind]}
      </Quiet>
      {results.map((result) => (
        <ResultOption
          key={result.to}
          id={`${listId}${result.to}`}
          result={result}
          isActive={activeId === `${listId}${result.to}`}
          onChosen={onChosen}
        />
      ))}
    </div>
  )
}

interface ResultOptionProps {
  readonly id: string
  readonly result: Result
  readonly isActive: boolean
  readonly onChosen: () => void
}

function ResultOption({ id, result, isActive, onChosen }: ResultOptionProps) {
  return (
    <Link
      id={id}
      to={result.to}
      className={classes.option ?? ''}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={(event) => {
        if (isHere(event)) onChosen()
      }}
    >
      <ResultPicture result={result} />
      <span className={classes.name}>
        <ForeignName>{result.name}</ForeignName>
      </span>
      <ResultNote result={result} />
    </Link>
  )
}

/** Whether the press leads away in this tab, and not to another one. */
const isHere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !(ctrlKey || metaKey || shiftKey)

function ResultPicture({ result }: { readonly result: Result }) {
  switch (result.kind) {
    case 'racers':
      return <RowMarble racer={result.racer} sizePx={PICTURE_PX} />
    case 'channels':
      return <ProfileImage src={result.channel.profileImageUrl} sizePx={PICTURE_PX} />
    case 'maps':
      return <IconMap2 className={classes.icon} size={PICTURE_PX} stroke={1.25} aria-hidden />
    default:
      return (
        <IconCalendarEvent className={classes.icon} size={PICTURE_PX} stroke={1.25} aria-hidden />
      )
  }
}

/** What tells it from another one of that name. */
function ResultNote({ result }: { readonly result: Result }) {
  if (result.kind === 'events') {
    const { startAt, endAt } = result.event
    return (
      <Quiet as="span" className={classes.note}>
        {formatDays(startAt, endAt)}
      </Quiet>
    )
  }
  if (result.kind === 'maps' && result.map.creator !== null) {
    return (
      <Quiet as="span" className={classes.note}>
        <Sentence text={texts.by} parts={{ creator: <bdi>{result.map.creator}</bdi> }} />
      </Quiet>
    )
  }
  return null
}

interface PanelMessageProps {
  readonly typed: string
  readonly isBusy: boolean
  readonly error: Error | null
  readonly count: number
  readonly onRetry: () => unknown
}

function PanelMessage({ typed, isBusy, error, count, onRetry }: PanelMessageProps) {
  if (typed === '') {
    return <p className={classes.message}>{texts.hint}</p>
  }
  if (error && !isBusy) {
    return <Notice message={ui.error(error.message)} onRetry={() => void onRetry()} />
  }
  if (count > 0) {
    return <VisuallyHidden role="status">{!isBusy && texts.found(count)}</VisuallyHidden>
  }
  return (
    <div role="status" className={classes.message}>
      {isBusy ? (
        ui.loading
      ) : (
        <>
          <p>{texts.nothing}</p>
          <p>{texts.nothingHint}</p>
        </>
      )}
    </div>
  )
}
