import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { ChannelCard } from './channel-card.tsx'
import classes from './channel-list.module.css'
import { channelOrders, inOrder, orderFromSearch, searchFromOrder } from './channel-order.ts'
import { EmptyState } from './empty-state.tsx'
import { LoadError } from './load-error.tsx'
import { racerChannelsQuery } from './queries.ts'
import states from './states.module.css'

const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** @param season null: all seasons */
export function ChannelList({ season }: { readonly season: string | null }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const order = orderFromSearch(search)
  const { data, isPending, isError, error, refetch } = useQuery(racerChannelsQuery(season))
  return (
    <>
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.length !== 0 && (
        <div className={classes.orders}>
          <ToggleButtons
            label="Order of the channels"
            choices={channelOrders}
            chosen={order}
            onChoose={(next) =>
              void navigate({ search: searchFromOrder(next) }, { preventScrollReset: true })
            }
            isSmall
          />
        </div>
      )}
      {isPending && (
        <div className={`${classes.cards} ${states.loading}`} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="5.5rem" radius="lg" />
          ))}
        </div>
      )}
      {data?.length === 0 && <EmptyState message="No channels available" />}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.cards}>
          {inOrder(data, order).map((channel) => (
            <li key={channel.id}>
              <ChannelCard channel={channel} season={season} order={order} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
