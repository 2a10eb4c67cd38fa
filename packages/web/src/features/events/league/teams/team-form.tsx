import { NativeSelect, TextInput } from '@mantine/core'
import {
  MAX_TEAM_NAME_LENGTH,
  TEAM_COLOR_NAMES,
  TEAM_COLORS,
  type TeamColor,
} from '@rollcall/contract/team-rules'
import type { Team } from '@rollcall/contract/teams'
import { shownName } from '@rollcall/scoring/racer'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { actsOf, createTeam, useAct } from './queries.ts'
import { texts } from './texts.ts'

const { edit: words, colors } = texts
const MARBLE_PX = 40
const AS_IT_IS = 'as-it-is'

interface TeamFormProps {
  /** The series. */
  readonly id: string
  /** null: a new one. */
  readonly team: Team | null
  readonly onDone: (sentence: string) => void
  readonly onClose: () => void
}

/** Name, colour and captain of a team, for organisers. */
export function TeamForm({ id, team, onDone, onClose }: TeamFormProps) {
  const [name, setName] = useState(team?.name ?? '')
  const [color, setColor] = useState<TeamColor>(team?.color ?? 'red')
  const [captain, setCaptain] = useState(captainOf(team))
  const [isMissing, setIsMissing] = useState(false)
  const save = useAct(
    (): Promise<unknown> =>
      team === null
        ? callApi(createTeam, { params: { id }, body: { name, color } })
        : actsOf(id, team).change({
            ...{ name, color },
            ...(captain !== AS_IT_IS && { captain: captain === '' ? null : Number(captain) }),
          }),
    () => onDone(team === null ? words.created(name.trim()) : words.changed(name.trim())),
  )
  return (
    <DialogForm
      submitLabel={team === null ? words.create : words.save}
      isPending={save.isPending}
      problem={save.error && sentenceOf(save.error)}
      onSubmit={() => {
        setIsMissing(name.trim() === '')
        if (name.trim() !== '') save.mutate()
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        maxLength={MAX_TEAM_NAME_LENGTH}
        value={name}
        error={isMissing && name.trim() === '' && words.nameMissing}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Row gap="sm" align="flex-end" wrap={false}>
        <RowMarble racer={{ racer_name: name, color: TEAM_COLORS[color] }} sizePx={MARBLE_PX} />
        <NativeSelect
          label={words.color}
          value={color}
          data={TEAM_COLOR_NAMES.map((each) => ({ label: colors[each], value: each }))}
          onChange={({ currentTarget }) =>
            setColor(TEAM_COLOR_NAMES.find((each) => each === currentTarget.value) ?? 'red')
          }
        />
      </Row>
      {team && <CaptainSelect team={team} captain={captain} onCaptain={setCaptain} />}
    </DialogForm>
  )
}

interface CaptainSelectProps {
  readonly team: Team
  readonly captain: string
  readonly onCaptain: (captain: string) => void
}

function CaptainSelect({ team, captain, onCaptain }: CaptainSelectProps) {
  const present = team.members.filter(({ leftAt }) => leftAt === null)
  return (
    <NativeSelect
      label={words.captain}
      value={captain}
      data={[
        ...(captainOf(team) === AS_IT_IS ? [{ label: words.captainHidden, value: AS_IT_IS }] : []),
        { label: words.noCaptain, value: '' },
        ...present.map((member) => ({ label: shownName(member), value: String(member.id) })),
      ]}
      onChange={({ currentTarget }) => onCaptain(currentTarget.value)}
    />
  )
}

/** A captain who has hidden their name is not among the members. */
function captainOf(team: Team | null): string {
  const captain = team?.members.find(({ isCaptain }) => isCaptain)
  return captain ? String(captain.id) : team?.hasCaptain ? AS_IT_IS : ''
}
