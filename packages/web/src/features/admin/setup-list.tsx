import { getSetup } from '@rollcall/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { Step, Steps } from '#ui/steps.tsx'
import classes from './setup-list.module.css'

/** What a new installation still needs; nothing where it needs nothing. */
export function SetupList({ settingsPath }: { readonly settingsPath: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'setup'],
    queryFn: ({ signal }) => callApi(getSetup, { signal }),
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
      <Panel title="Still to be set up">
        <p>
          This is shown to admins only. The settings in capitals are for whoever runs the server.
        </p>
        <Steps>
          <Step isDone={hasPlatformSignIn} title="Sign-in with Twitch">
            {hasPlatformSignIn
              ? 'People sign in with their own accounts.'
              : 'Anybody can sign in as anyone, for practice. Set TWITCH_CLIENT_ID.'}
          </Step>
          <Step isDone={isPublic} title="An address for everybody">
            {isPublic ? publicUrl : `${publicUrl} is known on this computer only. Set PUBLIC_URL.`}
          </Step>
          <Step isDone={isSeasonChosen} title={<Link to={settingsPath}>The current season</Link>}>
            {isSeasonChosen
              ? `Season ${season}.`
              : `It is ${season}, because nobody has said another. Change it, or set SEASON to confirm it.`}
          </Step>
          <Step
            isDone={hasCompanion}
            title={<Link to="/admin/upload-new-version">Rollcall Companion to download</Link>}
          >
            {hasCompanion
              ? 'It is on the download page.'
              : 'Streamers find none on the download page yet.'}
          </Step>
          <Step
            isDone={hasPublicVersion}
            title={<Link to={settingsPath}>The public companion's version</Link>}
          >
            {hasPublicVersion ? (
              `Public companions update to version ${publicCompanionVersion}.${hasPublicInstaller ? '' : ' Its installer is not here, so another version would try to update and fail.'}`
            ) : (
              <>
                Streamers who use the public companion are offered an update without a version at
                every start, which fails.{' '}
                <Link to="/admin/upload-new-version">Upload its installer</Link>, or enter the
                version that they use under <Link to={settingsPath}>Settings</Link>.
              </>
            )}
          </Step>
        </Steps>
      </Panel>
    </div>
  )
}
