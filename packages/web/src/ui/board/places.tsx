/** The place of the reader on a board, and that of the racer in a shared link: above everything else. */
import { shownName } from '@rollcall/scoring/racer'
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useOwnName } from '#ui/own-name.ts'
import type { useAskedRows } from '#ui/paged-list.tsx'
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
  /** What somebody signed in reads who is not on the board; null: nothing. */
  readonly absent: string | null
  /** Buttons beside the reader's own place. */
  readonly sharing: (row: Row) => ReactNode
}

/** Strangers have none: they find themselves with the board's search, and say there who they are. */
export function Places<Row extends ListedRow>(props: PlacesProps<Row>) {
  const { places, asked, absent, sharing, ...look } = props
  const { mine, shared, isSignedIn, name, setName } = places
  const isStranger = !isSignedIn && name === null
  const heading = useFocusOnceNamed({ isStranger, name })
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
      {!isStranger && !(isSignedIn && mine.data === null && absent === null) && (
        <MyPlace
          {...look}
          heading={heading}
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

/** The board on which strangers have just said who they are may be far below their place. */
function useFocusOnceNamed({
  isStranger,
  name,
}: {
  isStranger: boolean
  name: string | null
}): Ref<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasStranger = useRef(isStranger)
  useEffect(() => {
    if (wasStranger.current && name !== null) heading.current?.focus()
    wasStranger.current = isStranger
  }, [isStranger, name])
  return heading
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
