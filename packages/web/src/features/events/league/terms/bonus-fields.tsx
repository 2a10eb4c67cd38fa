import { NativeSelect, TextInput } from '@mantine/core'
import { MAX_BONUS_NAME_LENGTH, MAX_BONUSES } from '@rollcall/contract/league-terms'
import { BONUS_RULES } from '@rollcall/scoring/bonus'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import classes from '../league.module.css'
import { type BonusDraft, withBonus } from './terms-draft.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface BonusFieldsProps {
  readonly bonuses: readonly BonusDraft[]
  readonly isWrong: boolean
  readonly onChange: (bonuses: readonly BonusDraft[]) => void
}

/** The bonuses of a league: their names, their points, and who gets them. */
export function BonusFields({ bonuses, isWrong, onChange }: BonusFieldsProps) {
  const kept = useKeptFocus<HTMLFieldSetElement>('button, input')
  return (
    <Stack as="fieldset" gap="xs" className={classes.group} {...kept}>
      <legend>{words.bonuses}</legend>
      <Quiet>{words.bonusesHint}</Quiet>
      {bonuses.map((bonus, index) => (
        <BonusLine
          key={bonus.key}
          bonus={bonus}
          number={index + 1}
          isWrong={isWrong}
          onChange={(changed) =>
            onChange(bonuses.map((each) => (each.key === bonus.key ? changed : each)))
          }
          onRemove={() => onChange(bonuses.filter(({ key }) => key !== bonus.key))}
        />
      ))}
      {isWrong && <Quiet role="alert">{words.wrong}</Quiet>}
      {bonuses.some(({ by }) => by === 'hand') && <Quiet>{words.byHand}</Quiet>}
      {bonuses.length < MAX_BONUSES && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange(withBonus(bonuses))}
          >
            {words.add}
          </Button>
        </div>
      )}
    </Stack>
  )
}

interface BonusLineProps {
  readonly bonus: BonusDraft
  readonly number: number
  readonly isWrong: boolean
  readonly onChange: (bonus: BonusDraft) => void
  readonly onRemove: () => void
}

function BonusLine({ bonus, number, isWrong, onChange, onRemove }: BonusLineProps) {
  const { name, points, by } = bonus
  return (
    <Row gap="xs" align="flex-end">
      <TextInput
        label={words.name}
        aria-label={words.of(words.name, number)}
        maxLength={MAX_BONUS_NAME_LENGTH}
        value={name}
        error={isWrong}
        onChange={({ currentTarget }) => onChange({ ...bonus, name: currentTarget.value })}
      />
      <TextInput
        label={words.points}
        aria-label={words.of(words.points, number)}
        inputMode="decimal"
        value={points}
        error={isWrong}
        onChange={({ currentTarget }) => onChange({ ...bonus, points: currentTarget.value })}
      />
      <NativeSelect
        label={words.by}
        aria-label={words.of(words.by, number)}
        value={by}
        data={BONUS_RULES.map((rule) => ({ label: words.rules[rule], value: rule }))}
        onChange={({ currentTarget }) => {
          const chosen = BONUS_RULES.find((rule) => rule === currentTarget.value)
          if (chosen !== undefined) onChange({ ...bonus, by: chosen })
        }}
      />
      <IconButton aria-label={words.remove(name)} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </Row>
  )
}
