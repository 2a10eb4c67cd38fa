/** Parts of a page that load when they are needed. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadPart } from './load-chunk.ts'
import { Notice } from './notice.tsx'
import { texts } from './texts.ts'

/** Only the reader decides when the page is loaded again, which helps after an update: it may hold something unsaved. */
export function PartFailed() {
  return (
    <Notice
      message={texts.part.failed}
      retryLabel={texts.part.reload}
      onRetry={() => location.reload()}
    />
  )
}

/** A part that does not load says so in its place, and the rest of the page stays. */
class PartBoundary extends Component<{ readonly children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <PartFailed /> : this.props.children
  }
}

/** Makes a component of one that is in a chunk of its own. */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await loadPart(load) }))
  return function LoadedPart(props: Props) {
    return (
      <PartBoundary>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}
