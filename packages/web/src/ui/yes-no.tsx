import { useId } from 'react'
import classes from './yes-no.module.css'

interface YesNoProps {
  readonly question: string
  /** null: not answered yet. */
  readonly answer: boolean | null
  readonly onAnswer: (answer: boolean) => void
}

const choices = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
] as const

/** A question with two answers, neither of which is given beforehand. */
export function YesNo({ question, answer, onAnswer }: YesNoProps) {
  const name = useId()
  return (
    <fieldset className={classes.question}>
      <legend className={classes.text}>{question}</legend>
      <div className={classes.choices}>
        {choices.map(({ label, value }) => (
          <label key={label} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
