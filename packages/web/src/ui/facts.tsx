import type { ReactNode } from 'react'
import { Row } from '#ui/layout/layout.tsx'
import classes from './facts.module.css'

interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <Row as="dl" gap="xs/lg" align="stretch" className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Row>
  )
}
