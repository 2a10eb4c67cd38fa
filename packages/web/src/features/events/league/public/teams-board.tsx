import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { RowList } from '#ui/board/row-list.tsx'
import { pointsFormat } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { publicTeamsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The teams of a league in the order of their table. Nothing as long as none has raced. */
export function TeamsBoard({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery(publicTeamsQuery(token))
  if (!data && !error) return null
  if (data?.rows.length === 0) return null
  return (
    <Panel title={texts.teams}>
      {error && <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {data && (
        <RowList
          label={texts.teams}
          rows={data.rows.map(({ points, ...row }) => ({ ...row, event_points: points }))}
          formatPoints={pointsFormat(data)}
          best={data.rows[0]?.points ?? null}
        />
      )}
    </Panel>
  )
}
