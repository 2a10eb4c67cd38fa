import { getSetup } from '@rollcall/contract/admin'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { asking } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import classes from './setup-list.module.css'
import { texts } from './texts.ts'

const { setup } = texts

/** What a new installation still needs; empty if everything is set up. */
export function SetupList({ settingsPath }: { readonly settingsPath: string }) {
  const { data, error, refetch } = useQuery({
    ...asking(getSetup, {}),
  })
  if (!data) {
    return error && <LoadError error={error} onRetry={() => void refetch()} />
  }
  const { hasPlatformSignIn, publicUrl, isPublic, season, isSeasonChosen, hasCompanion } = data
  const { publicCompanionVersion, hasPublicInstaller } = data
  const hasPublicVersion = publicCompanionVersion !== ''
  if (hasPlatformSignIn && isPublic && isSeasonChosen && hasCompanion && hasPublicVersion) {
    return null
  }
  return (
    <div className={classes.setup}>
      <Panel title={setup.title}>
        <p>{setup.lead}</p>
        <Steps>
          <Step isDone={hasPlatformSignIn} title={setup.signIn}>
            {hasPlatformSignIn ? setup.hasSignIn : setup.noSignIn}
          </Step>
          <Step isDone={isPublic} title={setup.address}>
            {isPublic ? publicUrl : setup.localAddress(publicUrl)}
          </Step>
          <Step isDone={isSeasonChosen} title={<Link to={settingsPath}>{setup.season}</Link>}>
            {isSeasonChosen ? setup.isSeason(season) : setup.isDefaultSeason(season)}
          </Step>
          <Step
            isDone={hasCompanion}
            title={<Link to={PAGES.uploadVersion.path}>{setup.companion}</Link>}
          >
            {hasCompanion ? setup.hasCompanion : setup.noCompanion}
          </Step>
          <Step
            isDone={hasPublicVersion}
            title={<Link to={settingsPath}>{setup.publicVersion}</Link>}
          >
            {!hasPublicVersion && (
              <Sentence
                text={setup.noPublicVersion}
                parts={{
                  upload: <Link to={PAGES.uploadVersion.path} />,
                  settings: <Link to={settingsPath} />,
                }}
              />
            )}
            {hasPublicVersion &&
              (hasPublicInstaller
                ? setup.updatesTo(publicCompanionVersion)
                : setup.updatesWithoutInstaller(publicCompanionVersion))}
          </Step>
        </Steps>
      </Panel>
    </div>
  )
}
