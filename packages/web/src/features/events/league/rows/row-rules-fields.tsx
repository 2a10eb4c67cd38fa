import { TextInput } from '@mantine/core'
import { Choices } from '#ui/choices.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import type { RowsDraft } from './rows-draft.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface RowRulesFieldsProps {
  readonly rows: RowsDraft
  /** Then nobody can choose the best ones. */
  readonly isForAllChannels: boolean
  readonly isWrong: boolean
  readonly onChange: (rows: RowsDraft) => void
}

/** Whether a league is one of racers or of streamers, and how much of a round counts. */
export function RowRulesFields({ rows, isForAllChannels, isWrong, onChange }: RowRulesFieldsProps) {
  const field = (name: 'bestChannels' | 'bestRows') => ({
    inputMode: 'numeric' as const,
    label: words[name],
    description: words[`${name}Hint`],
    value: rows[name],
    error: isWrong && words.wrong[rows.kind],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...rows, [name]: currentTarget.value }),
  })
  return (
    <>
      <Choices
        question={words.question}
        options={[
          { label: words.racers, value: 'racers' as const },
          { label: words.streamers, value: 'streamers' as const },
        ]}
        answer={rows.kind}
        onAnswer={(kind) => onChange({ ...rows, kind })}
      />
      {isForAllChannels ? (
        <Quiet>{words.allChannels}</Quiet>
      ) : (
        <TextInput {...field(rows.kind === 'racers' ? 'bestChannels' : 'bestRows')} />
      )}
    </>
  )
}
