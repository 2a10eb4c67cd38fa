import { Choices } from '#ui/choices.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { texts } from './texts.ts'

const { form: words } = texts

interface EntrantsFieldProps {
  readonly isForEntrants: boolean
  readonly onChange: (isForEntrants: boolean) => void
}

/** Whether racers must enter the league. */
export function EntrantsField({ isForEntrants, onChange }: EntrantsFieldProps) {
  return (
    <>
      <Choices
        question={words.question}
        options={[
          { label: words.all, value: false },
          { label: words.entrants, value: true },
        ]}
        answer={isForEntrants}
        onAnswer={onChange}
      />
      {isForEntrants && <Quiet>{words.hint}</Quiet>}
    </>
  )
}
