import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './csv-form.module.css'
import { CsvForm } from './csv-form.tsx'
import { EVENT_FORM, GAME_FORM, SEASON_FORM } from './csv-forms.ts'

export function CsvTestingPage() {
  const [isDryRun, setIsDryRun] = useState(false)
  return (
    <>
      <PageHeading title="CSV Upload Testing">
        Sends files as the companion would, and shows what the server makes of them.
      </PageHeading>
      <div className={classes.intro} data-on={isDryRun || undefined}>
        <Switch
          size="md"
          label="Dry run"
          description="The files are checked and you see what they would change; nothing is stored."
          checked={isDryRun}
          onChange={({ currentTarget }) => setIsDryRun(currentTarget.checked)}
        />
      </div>
      <div className={classes.forms}>
        <CsvForm kind={SEASON_FORM} isDryRun={isDryRun} />
        <CsvForm kind={GAME_FORM} isDryRun={isDryRun} />
        <CsvForm kind={EVENT_FORM} isDryRun={isDryRun} />
      </div>
    </>
  )
}
