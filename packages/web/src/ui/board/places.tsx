/** The place of the reader on a board, and that of the racer in a shared link: above everything else. */
import { TextInput } from '@mantine/core'
import { shownName } from '@rollcall/scoring/racer'
import { IconUserSearch } from '@tabler/icons-react'
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { useOwnName } from '#ui/own-name.ts'
import type { useAskedRows } from '#ui/paged-list.tsx'
import classes from './own-row.module.css'
import { OwnRow, type OwnRowProps } from './own-row.tsx'
import type { FoundPlace } from './paged-rows.tsx'
import type { ListedRow } from './row-list.tsx'
import { texts } from './texts.ts'

const { own: words } = texts

type PlaceQuery<Place, Answer, Key extends QueryKey> = UseQueryOptions<
  Answer,
  Error,
  Place | null,
  Key
>

interface PlacesAsked<Place, OwnAnswer, OwnKey extends QueryKey, Answer, Key extends QueryKey> {
  readonly isSignedIn: boolean
  /** The place of the person who is signed in. */
  readonly own: PlaceQuery<Place, OwnAnswer, OwnKey>
  /** The place of the racer whom the name names. */
  readonly placeOf: (name: string) => PlaceQuery<Place, Answer, Key>
  /** False: the board has no rows that anybody may look for. */
  readonly isOpen?: boolean
}

/** In the address of a link to somebody's place. */
export const RACER = 'racer'

export interface PlacesOf<Place> {
  readonly isSignedIn: boolean
  /** What a stranger is called; null: they have not said so, or somebody is signed in. */
  readonly name: string | null
  readonly setName: (name: string | null) => void
  /** Makes a racer who was found the reader; undefined: the reader is known. */
  readonly onMe: ((name: string) => void) | undefined
  readonly mine: UseQueryResult<Place | null>
  readonly shared: UseQueryResult<Place | null>
  readonly isWaiting: boolean
}

export function usePlaces<Place, OwnAnswer, OwnKey extends QueryKey, Answer, Key extends QueryKey>({
  isSignedIn,
  own: ownQuery,
  placeOf,
  isOpen = true,
}: PlacesAsked<Place, OwnAnswer, OwnKey, Answer, Key>): PlacesOf<Place> {
  const [address] = useSearchParams()
  const racer = address.get(RACER) ?? ''
  const [name, setName] = useOwnName()
  const own = useQuery({ ...ownQuery, enabled: isOpen && isSignedIn })
  const named = useQuery({
    ...placeOf(name ?? ''),
    enabled: isOpen && !isSignedIn && name !== null,
  })
  const shared = useQuery({ ...placeOf(racer), enabled: isOpen && racer !== '' })
  return {
    isSignedIn,
    name: isSignedIn ? null : name,
    setName,
    onMe: isSignedIn || name !== null ? undefined : setName,
    mine: isSignedIn ? own : named,
    shared,
    isWaiting: own.isLoading || named.isLoading || shared.isLoading,
  }
}

interface PlacesProps<Row extends ListedRow>
  extends Pick<OwnRowProps<Row>, 'formatPoints' | 'formatGap' | 'facts'> {
  readonly places: PlacesOf<FoundPlace<Row>>
  readonly asked: ReturnType<typeof useAskedRows>
  /** The longest name. */
  readonly maxLength: number
  /** What somebody signed in reads who is not on the board; null: nothing. */
  readonly absent: string | null
  /** False: the board's search is right below, and finds a stranger too. */
  readonly hasForm?: boolean
  /** Buttons beside the reader's own place. */
  readonly sharing: (row: Row) => ReactNode
}

export function Places<Row extends ListedRow>(props: PlacesProps<Row>) {
  const { places, asked, maxLength, absent, hasForm = true, sharing, ...look } = props
  const { mine, shared, isSignedIn, name, setName } = places
  const isStranger = !isSignedIn && name === null
  const other = shared.data && shared.data.row.id !== mine.data?.row.id ? shared.data : null
  const goTo = ({ page, row }: FoundPlace<Row>) =>
    asked.current === row.id && asked.page === page
      ? undefined
      : () => asked.show({ page, search: '', current: row.id })
  return (
    <>
      {other && (
        <OwnRow
          {...look}
          answer={{ ...shared, data: other }}
          name={shownName(other.row)}
          onGo={goTo(other)}
        />
      )}
      {isStranger && hasForm && <NameForm maxLength={maxLength} onName={setName} />}
      {!isStranger && !(isSignedIn && mine.data === null && absent === null) && (
        <MyPlace
          {...look}
          answer={mine}
          name={name}
          onName={setName}
          absent={absent ?? undefined}
          onGo={mine.data ? goTo(mine.data) : undefined}
        >
          {mine.data && sharing(mine.data.row)}
        </MyPlace>
      )}
    </>
  )
}

interface MyPlaceProps<Row extends ListedRow> extends Omit<OwnRowProps<Row>, 'name'> {
  /** The name that a stranger gave; null: somebody is signed in. */
  readonly name: string | null
  readonly onName: (name: string | null) => void
}

/** The reader's own place: of who is signed in, otherwise of the racer whose name they gave once in this browser. */
function MyPlace<Row extends ListedRow>(props: MyPlaceProps<Row>) {
  const { name, onName, absent, children, ...own } = props
  return (
    <OwnRow {...own} absent={name === null ? absent : words.absentAs(name)}>
      {children}
      {name !== null && (
        <Button variant="default" onClick={() => onName(null)}>
          {words.notMe}
        </Button>
      )}
    </OwnRow>
  )
}

interface NameFormProps {
  readonly maxLength: number
  readonly onName: (name: string) => void
}

function NameForm({ maxLength, onName }: NameFormProps) {
  const [text, setText] = useState('')
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onName(text.trim())
  }
  return (
    <search className={classes.ask}>
      <Row as="form" gap="xs" align="end" onSubmit={find}>
        <TextInput
          label={words.name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconUserSearch size={18} aria-hidden />}
        >
          {words.find}
        </Button>
      </Row>
    </search>
  )
}
