import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { withUniqueKeys } from '#ui/board/unique-keys.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { ChannelLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { type SeasonOfPage, type TopRacer, topRacersQuery } from './queries.ts'
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
            <Quiet>{words.topLead}</Quiet>
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
      <Quiet>{words.championsLead}</Quiet>
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
      rows={withUniqueKeys(
        racers,
        ({ racer, channel }) => `${racer.racer_name} ${channel.platform} ${channel.login}`,
      ).map(({ key, item: { racer, channel, points, rank } }) => ({
        ...racer,
        id: key,
        rank,
        event_points: points,
        channel,
      }))}
      formatPoints={formatNumber}
      note={({ channel }) => (
        <Quiet>
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
        </Quiet>
      )}
    />
  )
}
