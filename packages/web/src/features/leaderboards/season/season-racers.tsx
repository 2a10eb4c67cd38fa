import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { ChannelLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { type SeasonOfPage, type TopRacer, topRacersQuery } from './queries.ts'
import classes from './season-page.module.css'
import { texts } from './texts.ts'

const { racers: words } = texts

/** The racers with most points on one channel. */
export function TopRacers({ season }: { readonly season: string }) {
  const answer = useQuery(topRacersQuery(season))
  return (
    <AnswerPanel title={words.top} answer={answer} height="30rem">
      {({ racers }) =>
        racers.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <p className={classes.note}>{words.topLead}</p>
            <RacerRows label={words.top} racers={racers} />
          </>
        )
      }
    </AnswerPanel>
  )
}

/** The racers with the most points on their channels in a season that is over. */
export function RacerChampions({ champions }: Pick<SeasonOfPage, 'champions'>) {
  return (
    <Panel title={words.champions}>
      <p className={classes.note}>{words.championsLead}</p>
      <RacerRows
        label={words.champions}
        racers={champions.map((champion) => ({ ...champion, rank: 1 }))}
      />
    </Panel>
  )
}

interface RacerRowsProps {
  readonly label: string
  readonly racers: readonly TopRacer[]
}

function RacerRows({ label, racers }: RacerRowsProps) {
  return (
    <RowList
      label={label}
      rows={racers.map(({ racer, channel, points, rank }) => ({
        ...racer,
        id: `${racer.racer_name} ${channel.platform} ${channel.login}`,
        rank,
        event_points: points,
        channel,
      }))}
      formatPoints={formatNumber}
      note={({ channel }) => (
        <p className={classes.note}>
          <Sentence
            text={words.on}
            parts={{
              channel: (
                <ChannelLink channel={channel}>
                  <bdi>{channel.name}</bdi>
                </ChannelLink>
              ),
            }}
          />
        </p>
      )}
    />
  )
}
