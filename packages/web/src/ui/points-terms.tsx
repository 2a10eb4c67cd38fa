import { formatNumber } from './format-number.ts'
import classes from './points-terms.module.css'

interface PointsTermsProps {
  readonly terms: readonly { readonly text: string }[]
  readonly sum: number
}

/** What the points of a row are the sum of. */
export function PointsTerms({ terms, sum }: PointsTermsProps) {
  return (
    <>
      <h3 className={classes.title}>Where the points come from</h3>
      {terms.length === 0 ? (
        <p className={classes.none}>Nothing that this event gives points for.</p>
      ) : (
        <ul className={classes.terms}>
          {terms.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={classes.sum}>
        Event points <strong>{formatNumber(sum)}</strong>
      </p>
    </>
  )
}
