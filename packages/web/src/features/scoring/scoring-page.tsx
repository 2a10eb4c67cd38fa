import { Skeleton } from '@mantine/core'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { listConfigurations } from '@rollcall/contract/scoring'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'
import badge from '#ui/badge.module.css'
import { ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import classes from './scoring-page.module.css'
import { texts } from './texts.ts'

const { list: words } = texts

type Configuration = Answer<typeof listConfigurations>[number]

const configurationsQuery = queryOptions(asking(listConfigurations, {}))

const SKELETONS = [1, 2, 3]

/** All leaderboard configurations that the user may choose, with what they give points for. */
export function ScoringPage() {
  const { data, isPending, error, refetch } = useQuery(configurationsQuery)
  return (
    <>
      <BackLink to={PAGES.myEvents.path}>{words.back}</BackLink>
      <PageHeading
        title={words.title}
        actions={
          <ButtonLink
            to={PAGES.createLeaderboard.path}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {words.create}
          </ButtonLink>
        }
      >
        {texts.lead}
      </PageHeading>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="4.5rem" />
          ))}
        </Loading>
      )}
      {data?.length === 0 && <Nothing>{words.none}</Nothing>}
      {data && data.length > 0 && (
        <ul className={cards.list} aria-label={words.title}>
          {data.map((configuration) => (
            <Line key={configuration.id} configuration={configuration} />
          ))}
        </ul>
      )}
    </>
  )
}

function Line({ configuration }: { readonly configuration: Configuration }) {
  const { id, name, isDefault, gameModes, positions, eventCount } = configuration
  const modes = (['racing', 'battleRoyale', 'tilted'] as const).filter((mode) => gameModes?.[mode])
  return (
    <Row as="li" gap="sm/lg" justify="space-between" className={classes.row}>
      <div className={classes.text}>
        <Row gap="xs">
          <h2 className={classes.name}>
            <bdi>{name}</bdi>
          </h2>
          {isDefault && <span className={badge.badge}>{texts.leaderboard.isDefault}</span>}
        </Row>
        {positions && (
          <Quiet>
            {words.facts(
              modes.map((mode) => texts.leaderboard.mode[mode]),
              positions,
            )}
          </Quiet>
        )}
        {eventCount != null && <Quiet>{words.usedBy(eventCount)}</Quiet>}
      </div>
      <ButtonLink
        to={addressOf(PAGES.manageLeaderboard, { id })}
        variant="default"
        size="xs"
        aria-label={words.manageOne(name)}
      >
        {words.manage}
      </ButtonLink>
    </Row>
  )
}
