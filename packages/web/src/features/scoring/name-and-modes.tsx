import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { MAX_NAME_LENGTH } from '@rollcall/scoring/configuration'
import { Panel } from '#ui/panel.tsx'
import classes from './leaderboard-setup-page.module.css'
import { GAME_MODES, type GameMode } from './setup-draft.ts'
import type { SetupPartProps } from './setup-part.ts'

const MODE_LABELS: Readonly<Record<GameMode, string>> = {
  racing: 'Racing',
  battleRoyale: 'Battle Royale',
  tilted: 'Tilted',
}

interface NameAndModesProps extends SetupPartProps {
  readonly isAdmin: boolean
}

export function NameAndModes({ draft, onChange, isAdmin }: NameAndModesProps) {
  return (
    <Panel title="Leaderboard">
      <div className={classes.fields}>
        <TextInput
          label="Leaderboard Name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget: { value } }) =>
            onChange((shown) => ({ ...shown, name: value }))
          }
        />
        <fieldset className={classes.modes}>
          <legend>Game Modes</legend>
          {GAME_MODES.map((mode) => (
            <Checkbox
              key={mode}
              label={MODE_LABELS[mode]}
              checked={draft.gameModes[mode]}
              onChange={({ currentTarget: { checked } }) =>
                onChange((shown) => ({
                  ...shown,
                  gameModes: { ...shown.gameModes, [mode]: checked },
                }))
              }
            />
          ))}
        </fieldset>
        {isAdmin && (
          <Checkbox
            label="Default"
            description="Everybody may use it, only admins may change it."
            checked={draft.isDefault}
            onChange={({ currentTarget: { checked } }) =>
              onChange((shown) => ({ ...shown, isDefault: checked }))
            }
          />
        )}
      </div>
    </Panel>
  )
}
