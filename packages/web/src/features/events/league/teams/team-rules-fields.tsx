import { TextInput } from '@mantine/core'
import { Choices } from '#ui/choices.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { texts as rowTexts } from '../rows/texts.ts'
import type { TeamsDraft } from './teams-draft.ts'
import { texts } from './texts.ts'

const { form: words } = texts
const { streamer } = rowTexts

interface TeamRulesFieldsProps {
  readonly teams: TeamsDraft
  readonly areStreamers: boolean
  readonly isWrong: boolean
  readonly onChange: (teams: TeamsDraft) => void
}

/** Whether a league has teams, and how they are added up. */
export function TeamRulesFields(props: TeamRulesFieldsProps) {
  const { teams, areStreamers, isWrong, onChange } = props
  const field = (name: 'best' | 'minSize' | 'maxSize') => ({
    inputMode: 'numeric' as const,
    label: words[name],
    description: words[`${name}Hint`],
    value: teams[name],
    error: isWrong,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...teams, [name]: currentTarget.value }),
  })
  return (
    <>
      <Choices
        question={words.question}
        options={[
          { label: words.no, value: false },
          { label: areStreamers ? streamer.joinTeams : words.yes, value: true },
        ]}
        answer={teams.hasTeams}
        onAnswer={(hasTeams) => onChange({ ...teams, hasTeams })}
      />
      {teams.hasTeams && (
        <>
          <Stack columns="14rem" gap="sm">
            <TextInput {...field('best')} />
            <TextInput {...field('minSize')} />
            <TextInput {...field('maxSize')} />
          </Stack>
          {isWrong && <Quiet role="alert">{words.wrong}</Quiet>}
        </>
      )}
    </>
  )
}
