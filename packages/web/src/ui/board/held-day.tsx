import { Sentence } from '#texts/sentence.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { EventLink } from '#ui/links.tsx'
import { texts } from '#ui/texts.ts'

const { held: words } = texts.board

interface HeldDay {
  /** YYYY-MM-DD. */
  readonly day: string
  /** null: the reader may not know which it is. */
  readonly event: { readonly name: string; readonly publicToken: string | null } | null
}

/** In place of points of a held day: when they are shown. The event is named if the reader may know which it is. */
export function HeldDaySentence({ held: { day, event } }: { readonly held: HeldDay }) {
  const days = formatDays(day)
  if (event === null) {
    return <>{words.afterShow(days)}</>
  }
  const name = <bdi>{event.name}</bdi>
  return (
    <Sentence
      text={words.afterShowOf(days)}
      parts={{
        event:
          event.publicToken === null ? (
            name
          ) : (
            <EventLink token={event.publicToken}>{name}</EventLink>
          ),
      }}
    />
  )
}
