import { type listOwnRounds, nameGames } from '@rollcall/contract/league-runs'
import { sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { useAct } from '../teams/queries.ts'
import classes from './prescribed.module.css'
import { texts } from './texts.ts'

const { named: words } = texts

interface NextGamesProps {
  readonly round: Pick<Answer<typeof listOwnRounds>[number], 'eventId' | 'name' | 'named'>
}

/** A streamer names games before they start; nothing in rounds where nobody does. */
export function NextGames({ round: { eventId, name, named } }: NextGamesProps) {
  // Says how many there will be, so that a second press in a hurry changes nothing.
  const say = useAct(
    (waiting: number) => callApi(nameGames, { params: { id: String(eventId) }, body: { waiting } }),
    () => {},
  )
  if (named === null) return null
  const { waiting, counted, of } = named
  return (
    <Row gap="xs" className={classes.named} role="group" aria-label={words.title(name)}>
      <span role="status" className={rows.words}>
        {(waiting > 0 || counted < of) && words.waiting(waiting)} {words.counted(counted, of)}
        {waiting > 0 && <span className={rows.fact}>{words.backHint}</span>}
        {say.error && <Notice message={sentenceOf(say.error)} />}
      </span>
      {counted + waiting < of && (
        <Button
          size="xs"
          loading={say.isPending && say.variables > waiting}
          aria-label={words.act(waiting === 0 ? words.name : words.nameMore, name)}
          onClick={() => say.mutate(waiting + 1)}
        >
          {waiting === 0 ? words.name : words.nameMore}
        </Button>
      )}
      {waiting > 0 && (
        <Button
          variant="default"
          size="xs"
          loading={say.isPending && say.variables < waiting}
          aria-label={words.act(words.takeBack, name)}
          onClick={() => say.mutate(waiting - 1)}
        >
          {words.takeBack}
        </Button>
      )}
    </Row>
  )
}
