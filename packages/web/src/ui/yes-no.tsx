import { Choices } from './choices.tsx'

interface YesNoProps {
  readonly question: string
  /** null: not answered yet. */
  readonly answer: boolean | null
  readonly onAnswer: (answer: boolean) => void
}

const options = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
] as const

export function YesNo(props: YesNoProps) {
  return <Choices options={options} {...props} />
}
