import { YesNo } from '#ui/yes-no.tsx'
import { LeaderboardSelect } from './leaderboard-select.tsx'
import {
  answerMultiple,
  answerSameLeaderboard,
  answerSameStreamers,
  chooseLeaderboard,
  chooseStreamers,
  SERIES_LABEL_LENGTH,
  type SeriesDraft,
} from './series-draft.ts'
import { StreamerSelect } from './streamer-select.tsx'

export interface SeriesFormProps {
  readonly draft: SeriesDraft
  readonly onChange: (draft: SeriesDraft) => void
}

/** What is the same for all events of the series, and who and which leaderboard that is. */
export function CreateSeriesQuestions({ draft, onChange }: SeriesFormProps) {
  return (
    <>
      <YesNo
        question="Are there multiple streamers participating in the event?"
        answer={draft.hasMultipleStreamers}
        onAnswer={(answer) => onChange(answerMultiple(draft, answer))}
      />
      {draft.hasMultipleStreamers && (
        <YesNo
          question="Will the same streamers participate in each event?"
          answer={draft.hasSameStreamers}
          onAnswer={(answer) => onChange(answerSameStreamers(draft, answer))}
        />
      )}
      {draft.hasSameStreamers && (
        <StreamerSelect
          label="Select participating streamers"
          chosen={draft.streamers}
          onChange={(streamers) => onChange(chooseStreamers(draft, streamers))}
        />
      )}
      <YesNo
        question="Will the same leaderboard be used for all events?"
        answer={draft.hasSameLeaderboard}
        onAnswer={(answer) => onChange(answerSameLeaderboard(draft, answer))}
      />
      {draft.hasSameLeaderboard && (
        <LeaderboardSelect
          label="Select leaderboard"
          maxLabelLength={SERIES_LABEL_LENGTH}
          chosen={draft.leaderboard}
          onChoose={(leaderboard) => onChange(chooseLeaderboard(draft, leaderboard))}
        />
      )}
    </>
  )
}
