import { useId } from 'react'
import classes from './choices.module.css'
import { texts } from './texts.ts'

interface ChoicesProps<Value> {
  readonly question: string
  readonly options: readonly { readonly label: string; readonly value: Value }[]
  /** null: not answered yet. */
  readonly answer: Value | null
  readonly onAnswer: (answer: Value) => void
}

/** A question whose few answers are all visible, with none preselected. */
export function Choices<Value>({ question, options, answer, onAnswer }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.question}>
      <legend className={classes.text}>{question}</legend>
      <div className={classes.choices} data-many={options.length > 2 || undefined}>
        {options.map(({ label, value }) => (
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

interface YesNoProps {
  readonly question: string
  readonly answer: boolean | null
  readonly onAnswer: (answer: boolean) => void
}

const options = [
  { label: texts.choices.yes, value: true },
  { label: texts.choices.no, value: false },
] as const

export function YesNo(props: YesNoProps) {
  return <Choices options={options} {...props} />
}
