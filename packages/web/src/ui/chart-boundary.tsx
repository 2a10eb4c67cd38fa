import { Button } from '@mantine/core'
import { IconChartInfographic, IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import classes from './chart.module.css'

interface ChartBoundaryProps {
  /** Another content is another try. */
  readonly content: unknown
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Whatever goes wrong in a chart stays in its place. */
export class ChartBoundary extends Component<ChartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ content }: ChartBoundaryProps) {
    if (this.state.hasFailed && content !== this.props.content) this.setState({ hasFailed: false })
  }

  readonly #retry = () => {
    this.props.onRetry()
    this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className={classes.instead} role="alert">
        <IconChartInfographic size={32} stroke={1.4} aria-hidden />
        <p>Failed to create chart</p>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={this.#retry}
        >
          Try again
        </Button>
      </div>
    )
  }
}
