import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { DataPanel } from './data-panel.tsx'
import { DeletionPanel } from './deletion-panel.tsx'
import { HiddenNamePanel } from './hidden-name-panel.tsx'
import { accountQuery } from './queries.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { texts } from './texts.ts'

export function AccountPage() {
  const { data: account, error, dataUpdatedAt, refetch } = useQuery(accountQuery)
  return (
    <>
      <PageHeading title={texts.title} />
      {error && !account && <LoadError error={error} onRetry={() => void refetch()} />}
      {!account && !error && (
        <Loading>
          <Skeleton height="14rem" radius="lg" />
        </Loading>
      )}
      {account && (
        <>
          <HiddenNamePanel since={account.hidesNameSince} />
          <SessionsPanel sessions={account.sessions} now={dataUpdatedAt} />
          <DataPanel />
          <Panel title={texts.programs.title}>
            <p>{texts.programs.text}</p>
            <ButtonLink to={PAGES.apiKeys.path} variant="default">
              {texts.programs.keys}
            </ButtonLink>
          </Panel>
          <DeletionPanel deletesAt={account.deletesAt} />
        </>
      )}
    </>
  )
}
