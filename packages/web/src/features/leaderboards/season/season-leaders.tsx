import { SORT_FIELDS } from '@rollcall/contract/leaderboards'
import { joinElements } from '#ui/format-list.ts'
import { Stack } from '#ui/layout/layout.tsx'
import { ChannelLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { formatColumn } from '../leaderboard-columns.ts'
import type { SeasonOfPage } from './queries.ts'
import classes from './season-page.module.css'
import { texts } from './texts.ts'

const { leaders: words } = texts

type SeasonLeadersProps = Pick<SeasonOfPage, 'leaders' | 'isRunning'>

/** Who is first in each column; several where they are equal. */
export function SeasonLeaders({ leaders, isRunning }: SeasonLeadersProps) {
  return (
    leaders.length > 0 && (
      <Panel title={isRunning ? words.title : words.champions}>
        <Stack as="dl" columns="10rem">
          {leaders.map((leader) => (
            <Column key={leader.column} leader={leader} />
          ))}
        </Stack>
      </Panel>
    )
  )
}

function Column({ leader }: { readonly leader: SeasonOfPage['leaders'][number] }) {
  const { column, value, channels, more } = leader
  const names = channels.map((channel) => (
    <ChannelLink key={`${channel.platform} ${channel.login}`} channel={channel}>
      <bdi>{channel.name}</bdi>
    </ChannelLink>
  ))
  const others = more === 0 ? [] : [<span key="more">{words.more(more)}</span>]
  return (
    <div className={classes.column}>
      <dt>{words.columns[SORT_FIELDS[column]]}</dt>
      <dd className={classes.value}>{formatColumn(column, value)}</dd>
      <dd>{joinElements([...names, ...others])}</dd>
    </div>
  )
}
