import { NativeSelect } from '@mantine/core'
import classes from './leaderboard-setup-page.module.css'
import { NumberInput } from './number-input.tsx'
import { FIELDS_OF_MODE, GAME_MODES } from './setup-draft.ts'
import type { SetupPartProps } from './setup-part.ts'

const LABELS: Readonly<
  Record<(typeof FIELDS_OF_MODE)[keyof typeof FIELDS_OF_MODE][number], string>
> = {
  checkpointPoints: 'Points Per Checkpoint',
  brKillPoints: 'Points Per Kill',
  damagePoints: 'Points Per Damage',
  crownWinPoints: 'Points Per Crown Win',
  tiltLevelSurvivedPoints: 'Tilt Level Survived Points',
  tiltTopTilteePoints: 'Tilt Top Tiltee Points',
}

export function PointSettings(props: SetupPartProps) {
  const { draft, onChange } = props
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Give Position Points on DNF"
        value={draft.givePositionPointsOnDNF ? 'Yes' : 'No'}
        onChange={({ currentTarget: { value } }) =>
          onChange((shown) => ({ ...shown, givePositionPointsOnDNF: value === 'Yes' }))
        }
        data={['No', 'Yes']}
      />
      <NumberInput {...props} label="Participation Points Per Race" field="participationPoints" />
      {GAME_MODES.filter((mode) => draft.gameModes[mode]).flatMap((mode) =>
        FIELDS_OF_MODE[mode].map((field) => (
          <NumberInput key={field} {...props} label={LABELS[field]} field={field} />
        )),
      )}
    </div>
  )
}
