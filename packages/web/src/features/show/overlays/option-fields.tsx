/** The options of an overlay that its address has. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { Division } from '@rollcall/contract/divisions'
import type { ControlRoom } from '@rollcall/contract/show'
import { useState } from 'react'
import { Choices } from '#ui/choices.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { THEME_COLORS } from './overlay-look.ts'
import { COLUMNS, FONT, OPACITY, type OverlayOptions, ROWS, SCALE } from './overlay-options.ts'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

const COLORS = [
  ['background', 'background'],
  ['text', 'foreground'],
] as const

const NUMBERS = [
  ['rows', ROWS],
  ['columns', COLUMNS],
  ['scale', SCALE],
  ['font', FONT],
  ['opacity', OPACITY],
] as const

/** An event's, a channel's or a league's. */
export type OverlayKind = 'e' | 'c' | 's'

interface OptionFieldsProps {
  readonly kind: OverlayKind
  readonly streamers: ControlRoom['streamers']
  /** For a league: whether it has teams. */
  readonly hasTeams: boolean
  /** Those of a league. */
  readonly divisions: readonly Division[]
  readonly options: OverlayOptions
  /** Two colours may settle at once, so only what changes is passed on. */
  readonly onChange: (part: Partial<OverlayOptions>) => void
}

export function OptionFields(props: OptionFieldsProps) {
  const { kind, streamers, hasTeams, divisions, options, onChange: change } = props
  const { options: choices } = texts
  const theme = THEME_COLORS[options.theme]
  return (
    <div className={classes.options}>
      {kind === 'e' && (
        <NativeSelect
          label={choices.streamer}
          description={choices.streamerHint}
          value={options.streamer ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ streamer: value === '' ? null : value })
          }
        >
          <option value="">{choices.allStreamers}</option>
          {streamers.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
        </NativeSelect>
      )}
      {kind === 'c' && (
        <Choices<OverlayOptions['board']>
          question={choices.points}
          options={[
            { label: choices.today, value: 'today' },
            { label: choices.season, value: 'season' },
          ]}
          answer={options.board}
          onAnswer={(board) => change({ board })}
        />
      )}
      <TableFields {...{ hasTeams, divisions, options }} onChange={change} />
      <Choices<OverlayOptions['side']>
        question={choices.side}
        options={[
          { label: choices.left, value: 'left' },
          { label: choices.right, value: 'right' },
        ]}
        answer={options.side}
        onAnswer={(side) => change({ side })}
      />
      <Choices<OverlayOptions['theme']>
        question={choices.colours}
        options={[
          { label: choices.dark, value: 'dark' },
          { label: choices.light, value: 'light' },
        ]}
        answer={options.theme}
        onAnswer={(theme) => change({ theme, background: null, text: null })}
      />
      <div className={classes.pair}>
        {COLORS.map(([name, themes]) => (
          <ColorField
            key={name}
            label={choices[name]}
            themes={theme[themes]}
            value={options[name]}
            onValue={(color) => change({ [name]: color })}
          />
        ))}
        <p className={classes.hint}>{choices.ownColors}</p>
      </div>
      <div className={classes.pair}>
        {NUMBERS.map(([name, range]) => (
          <NumberField
            key={name}
            label={choices[name === 'scale' ? 'size' : name]}
            {...range}
            value={options[name]}
            onValue={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </div>
  )
}

type TableFieldsProps = Pick<OptionFieldsProps, 'hasTeams' | 'divisions' | 'options' | 'onChange'>

/** Which table of a league. */
function TableFields({ hasTeams, divisions, options, onChange: change }: TableFieldsProps) {
  const { options: choices } = texts
  return (
    <>
      {hasTeams && (
        <Choices<OverlayOptions['table']>
          question={choices.table}
          options={[
            { label: choices.racers, value: 'racers' },
            { label: choices.teams, value: 'teams' },
          ]}
          answer={options.table}
          onAnswer={(table) => change({ table })}
        />
      )}
      {divisions.length > 0 && options.table === 'racers' && (
        <NativeSelect
          label={choices.division}
          value={options.division ?? ''}
          data={[
            { label: choices.everybody, value: '' },
            ...divisions.map(({ id, name }) => ({ label: name, value: String(id) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ division: value === '' ? null : value })
          }
        />
      )}
    </>
  )
}

interface ColorFieldProps {
  readonly label: string
  /** The theme's own. */
  readonly themes: string
  /** null: the theme's own. */
  readonly value: string | null
  readonly onValue: (value: string | null) => void
}

/** While somebody drags over the colours, only the one at which they pause is taken. */
function ColorField({ label, themes, value, onValue }: ColorFieldProps) {
  const { text, setText } = useSettledText({
    value: value ?? themes,
    delayMs: 250,
    onSettle: (color) => onValue(color === themes ? null : color),
  })
  return (
    <TextInput
      type="color"
      label={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly value: number
  readonly onValue: (value: number) => void
}

function NumberField({ label, least, most, value, onValue }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  const isValid = (text: string) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      label={label}
      min={least}
      max={most}
      value={typed}
      error={!isValid(typed) && texts.options.range(least, most)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (isValid(text)) {
          onValue(Number(text))
        }
      }}
    />
  )
}
