import { Sentence } from '#texts/sentence.tsx'
import { formatNumber } from './format-number.ts'
import classes from './points-terms.module.css'
import { texts } from './texts.ts'

interface PointsTermsProps {
  readonly terms: readonly { readonly text: string }[]
  readonly sum: number
}

/** What the points of a row are the sum of. */
export function PointsTerms({ terms, sum }: PointsTermsProps) {
  return (
    <>
      <h3 className={classes.title}>{texts.points.title}</h3>
      {terms.length === 0 ? (
        <p className={classes.none}>{texts.points.none}</p>
      ) : (
        <ul className={classes.terms}>
          {terms.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={classes.sum}>
        <Sentence text={texts.points.sum} parts={{ sum: <strong>{formatNumber(sum)}</strong> }} />
      </p>
    </>
  )
}
