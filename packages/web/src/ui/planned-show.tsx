import { Sentence } from '#texts/sentence.tsx'
import { formatInstant } from './format-instant.ts'
import { texts } from './texts.ts'

/** When an event's show is planned; nothing if it is not, or if that hour has passed. */
export function PlannedShow({ showAt }: { readonly showAt: string | null | undefined }) {
  if (showAt == null || Date.parse(showAt) <= Date.now()) {
    return null
  }
  return (
    <span>
      <Sentence
        text={texts.plannedShow}
        parts={{ time: <time dateTime={showAt}>{formatInstant(showAt)}</time> }}
      />
    </span>
  )
}
