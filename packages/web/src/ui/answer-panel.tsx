import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'
import { LoadError, Loading } from './states.tsx'

export interface AwaitedAnswer<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface AnswerPanelProps<Data> {
  readonly title: string
  readonly answer: AwaitedAnswer<Data>
  /** The space to keep while it loads. */
  readonly height: string
  readonly children: (data: Data) => ReactNode
  /** Stays where the answer fails. */
  readonly pages?: ReactNode
}

/** A part of a page with a call of its own, which can fail on its own. */
export function AnswerPanel<Data>(props: AnswerPanelProps<Data>) {
  const { title, answer, height, children, pages } = props
  const { data, error, refetch } = answer
  return (
    <Panel title={title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height={height} />
        </Loading>
      )}
      {data && children(data)}
      {pages}
    </Panel>
  )
}
