/** Every part in each of its states, in both themes, for its developers. In development only. */
import { Checkbox, MantineProvider, Skeleton, Switch, TextInput } from '@mantine/core'
import { Button } from '#ui/button.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type ReactNode, useMemo, useState } from 'react'
import { colorSchemeManager, cssVariablesResolver, theme } from '#theme'
import { BandOfThree } from '#ui/board/band-of-three.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { PagePodium } from '#ui/board/page-podium.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import { RankChange } from '#ui/board/rank-change.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import cards from '#ui/cards.module.css'
import { Chart } from '#ui/chart.tsx'
import type { ChartContent } from '#ui/chart-content.ts'
import { Choices } from '#ui/choices.tsx'
import { Change, Figures, Hero } from '#ui/figures.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { MultiSelect } from '#ui/multi-select.tsx'
import type { Option } from '#ui/multi-select-state.ts'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { ShareBar, StackedBar } from '#ui/share-bar.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import classes from './parts-page.module.css'

const NAMES = [
  'Gravelgran',
  'W'.repeat(25),
  'مُتسابِق الرخام',
  'ビー玉レーサー',
  'Pebblewick',
  'x'.repeat(120),
]
const SIZES = [28, 96, 200]
const NOTHING = () => undefined

export function PartsPage() {
  return (
    <>
      <PageHeading title="Parts">Each part in each state, dark and light.</PageHeading>
      <Stack gap="lg">
        {(['dark', 'light'] as const).map((scheme) => (
          <MantineProvider
            key={scheme}
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            cssVariablesSelector={`#parts-${scheme}`}
            colorSchemeManager={colorSchemeManager}
            getRootElement={() => document.getElementById(`parts-${scheme}`) ?? undefined}
            deduplicateCssVariables={false}
            forceColorScheme={scheme}
          >
            <Stack
              id={`parts-${scheme}`}
              data-mantine-color-scheme={scheme}
              className={classes.theme}
            >
              <Parts />
            </Stack>
          </MantineProvider>
        ))}
      </Stack>
    </>
  )
}

/** Each size with what is written in it. */
const SCALE = [
  ['var(--mantine-font-size-xs)', '13 notes'],
  ['var(--mantine-font-size-md)', '15 text'],
  ['var(--mantine-font-size-lg)', '18 headings of cards'],
  ['var(--rc-points)', '20 points on a board'],
  ['var(--mantine-font-size-xl)', '24 titles'],
  ['var(--rc-figure-small)', '32 figures'],
  ['var(--rc-figure)', '48 the leading figure'],
] as const
const GROUNDS = ['--mantine-color-body', '--rc-surface', '--rc-raised', '--rc-line', '--rc-own']
const INKS = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--rc-link',
  '--rc-success',
  '--mantine-color-error',
  '--rc-race',
  '--rc-royale',
  '--rc-tilt',
]

function Parts() {
  return (
    <>
      <TypeAndColours />
      <Marbles />
      <HeroAndFigures />
      <Ranks />
      <Leaders />
      <RowsAndBars />
      <Podiums />
      <Charts />
      <Controls />
      <ChipsAndSteps />
      <States />
    </>
  )
}

function TypeAndColours() {
  return (
    <Part title="Type and colours">
      {SCALE.map(([fontSize, text]) => (
        <p key={text} className={classes.type} style={{ fontSize }}>
          {text} <span>8,625,726</span>
        </p>
      ))}
      <Row gap="md">
        {GROUNDS.map((name) => (
          <span key={name} className={classes.ground} style={{ background: `var(${name})` }}>
            {name}
          </span>
        ))}
      </Row>
      <Row gap="md">
        {INKS.map((name) => (
          <span key={name} style={{ color: `var(${name})` }}>
            {name}
          </span>
        ))}
      </Row>
    </Part>
  )
}

function Marbles() {
  return (
    <Part title="Marbles">
      {NAMES.map((name) => (
        <Row gap="md" key={name}>
          {SIZES.map((size) => (
            <Marble key={size} name={name} sizePx={size} />
          ))}
          <Marble name={name} color="FF69B4FF" sizePx={28} />
        </Row>
      ))}
    </Part>
  )
}

function HeroAndFigures() {
  return (
    <Part title="Hero and figures">
      <Hero
        label="Points"
        value={8_625_726}
        rank={{ label: 'Rank in Season 75', rank: 14, of: 812, board: 'Pebblewick' }}
      >
        <RankChange rank={1} before={{ rank: 4, day: '2026-11-25' }} today="2026-11-26" />
        <RankChange rank={4} before={{ rank: 3, day: '2026-11-20' }} today="2026-11-26" />
        <Change by={-2_500} what="compared with Season 74" />
        <Change by={0} what="since yesterday" />
      </Hero>
      <Figures
        mode="race"
        figures={[
          { label: 'Races', value: 9245 },
          { label: 'Wins', value: 12 },
          { label: 'Kills', value: null, note: 'Not recorded by the companion' },
        ]}
      />
      <Figures mode="royale" figures={[{ label: 'Royales', value: 1590 }]} />
    </Part>
  )
}

function Ranks() {
  return (
    <Part title="Ranks">
      <Row gap="md">
        {[1, 2, 3, 4, 812].map((rank) => (
          <RankBadge key={rank} rank={rank} />
        ))}
      </Row>
    </Part>
  )
}

function Leaders() {
  return (
    <Part title="Band of three">
      <BandOfThree
        label="Leaders"
        leaders={NAMES.slice(0, 3).map((name, index) => ({
          id: name,
          rank: index + 1,
          name,
          picture: <ProfileImage src={null} sizePx={56} />,
          figure: '86,257',
          unit: 'points',
          isOwn: index === 1,
        }))}
      />
      <BandOfThree label="Leaders" leaders={null} />
    </Part>
  )
}

function RowsAndBars() {
  return (
    <Part title="Rows and bars">
      <RowList
        label="Rows"
        motion={{
          ...{ pointer: 2, uncovered: null, hasPodiumRisen: false },
          ...{ isClearing: false, arePointsHidden: false },
        }}
        formatPoints={formatNumber}
        rows={NAMES.map((name, index) => ({
          id: name,
          rank: index + 1,
          racer_name: name.toLowerCase(),
          display_name: name,
          ...(index % 2 === 1 && { color: '00C853FF' }),
          event_points: index === 0 ? null : 900 - index * 90,
        }))}
      />
      {[1, 0.4, 0].map((share) => (
        <div key={share} className={classes.share}>
          <ShareBar share={share} />
          {formatNumber(share * 90_000)}
        </div>
      ))}
    </Part>
  )
}

function Podiums() {
  return (
    <Part title="Podium">
      <PagePodium
        rows={[
          { racer_name: 'gravelgran', rank: 1, event_points: 143.5 },
          { racer_name: NAMES[1] ?? '', rank: 2, event_points: 120 },
          { racer_name: NAMES[2] ?? '', rank: 2, event_points: 120 },
        ]}
        formatPoints={formatNumber}
        nameLines={9}
        hasEmptySteps
        isRising
      />
      <PagePodium
        rows={NAMES.map((racer_name) => ({ racer_name, rank: 1, event_points: 120 }))}
        formatPoints={formatNumber}
        nameLines={5}
        hasEmptySteps={false}
        isRising={false}
      />
    </Part>
  )
}

function Charts() {
  return (
    <Part title="Charts">
      <LineCharts />
      <StackedBar
        parts={[
          { label: 'Races', value: 7, text: '7,000', color: 'var(--rc-race)' },
          { label: 'Royales', value: 3, text: '3,000', color: 'var(--rc-royale)' },
        ]}
      />
    </Part>
  )
}

function Controls() {
  return (
    <Part title="Pressed, chosen, typed">
      <Row gap="md">
        <Button>Create Event</Button>
        <Button variant="default">Cancel</Button>
        <Button disabled>Create Event</Button>
      </Row>
      <ToggleButtons
        label="Section"
        choices={CHOICES}
        chosen={CHOICES[0] ?? null}
        onChoose={NOTHING}
      />
      <Choices question="Create a series" options={ANSWERS} answer={1} onAnswer={NOTHING} />
      <TextInput label="Event Name" placeholder="Friday races" />
      <TextInput label="Event Name" error="Give the event a name" />
      <TextInput
        label="Event Name"
        value="Friday races"
        description="It has started"
        disabled
        readOnly
      />
      <Checkbox label="Position points on DNF" description="For racers who did not finish, too" />
      <Switch label="My Uploads" description="Points come from your own uploads" defaultChecked />
      <PageButtons page={2} totalPages={7} onPage={NOTHING} />
    </Part>
  )
}

function ChipsAndSteps() {
  return (
    <Part title="Chips and steps">
      <Chips />
      <Steps>
        <Step isDone title="Connect the companion">
          It is on the download page.
        </Step>
        <Step isDone={false} title="Race">
          Your games arrive automatically.
        </Step>
      </Steps>
    </Part>
  )
}

function States() {
  return (
    <Part title="States">
      <Loading>
        <Skeleton height="2.75rem" />
        <Skeleton height="2.75rem" />
      </Loading>
      <EmptyState message="No Data Available">
        Race your marble on a channel that uploads its results, and your numbers appear here.
      </EmptyState>
      <LoadError error={new Error('HTTP error! status: 500')} onRetry={NOTHING} />
      <Notice message="Error loading seasons data" onRetry={NOTHING} />
      <ProgressBar label="Uploading" loadedBytes={40_000} totalBytes={100_000} />
    </Part>
  )
}

const CHOICES = [{ label: 'Season' }, { label: 'Lifetime by Channel', count: 12 }]
const ANSWERS = [
  { label: 'Yes', value: 1 },
  { label: 'No', value: 2 },
]

const PEOPLE: Option[] = NAMES.map((label, value) => ({ label, value, picture: null }))

function Chips() {
  const [chosen, setChosen] = useState<readonly Option[]>(PEOPLE)
  return (
    <MultiSelect
      label="Participants"
      placeholder="Search by name"
      chosen={chosen}
      onChange={setChosen}
      options={PEOPLE}
      maxSearchLength={100}
      search=""
      onSearch={NOTHING}
      isBusy={false}
    />
  )
}

function LineCharts() {
  const line = useMemo<ChartContent>(
    () => ({
      title: 'Points per season',
      kind: 'line',
      labels: ['Season 73', 'Season 74', 'Season 75'],
      datasets: [
        { label: 'Race', mode: 'race', data: [1200, 3400, 2900] },
        { label: 'Royale', mode: 'royale', data: [400, null, 1900] },
      ],
    }),
    [],
  )
  const nothing = useMemo(() => ({ ...line, datasets: [{ label: 'Race', data: [null] }] }), [line])
  return (
    <>
      <Chart content={line} />
      <Chart content={nothing} />
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" className={`${cards.card} ${classes.part}`}>
      <h2 className={cards.title}>{title}</h2>
      {children}
    </Stack>
  )
}
