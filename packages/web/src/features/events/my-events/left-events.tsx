import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { type Leaving, rejoin } from '../leave-dialog.tsx'
import { leftEventsQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './blocked-organisers.module.css'
import { texts } from './texts.ts'

type LeftEvent = Pick<Leaving, 'kind' | 'id' | 'name'>

/** Events that the user has left and that have not ended; absent if there are none. */
export function LeftEvents({ onRejoined }: { readonly onRejoined: (name: string) => void }) {
  const { data } = useQuery(leftEventsQuery)
  const left: LeftEvent[] = [
    ...(data?.series ?? []).map((series) => ({ kind: 'series' as const, ...series })),
    ...(data?.events ?? []).map((event) => ({ kind: 'event' as const, ...event })),
  ]
  if (left.length === 0) {
    return null
  }
  return (
    <Panel title={texts.left.title}>
      <p>{texts.left.lead}</p>
      <Stack>
        <ul className={cards.list}>
          {left.map((each) => (
            <LeftItem
              key={`${each.kind} ${each.id}`}
              left={each}
              onRejoined={() => onRejoined(each.name)}
            />
          ))}
        </ul>
      </Stack>
    </Panel>
  )
}

interface LeftItemProps {
  readonly left: LeftEvent
  readonly onRejoined: () => void
}

function LeftItem({ left, onRejoined }: LeftItemProps) {
  const queryClient = useQueryClient()
  const rejoining = useMutation({
    mutationFn: () => rejoin(left),
    onSuccess: async () => {
      onRejoined()
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
  })
  return (
    <Row as="li" gap="xs/sm" justify="space-between" className={classes.organiser}>
      <bdi>{left.name}</bdi>
      <Button
        variant="default"
        size="xs"
        aria-label={shared.actionOn(texts.left.rejoin, left.name)}
        loading={rejoining.isPending}
        onClick={() => rejoining.mutate()}
      >
        {texts.left.rejoin}
      </Button>
      {rejoining.isError && <Notice message={sentenceOf(rejoining.error)} />}
    </Row>
  )
}
