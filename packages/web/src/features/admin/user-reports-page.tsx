import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ListedUser } from '@rollcall/contract/admin'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { IconShieldFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { Ago } from '#ui/ago.tsx'
import cards from '#ui/cards.module.css'
import { Following } from '#ui/following.tsx'
import { formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { BlankRow, LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import {
  gamesPageFrom,
  type ReportsView,
  reportFrom,
  reportsViewFrom,
  searchFromReportsView,
} from './page-addresses.ts'
import { reportsQuery, usersQuery } from './queries.ts'
import { ReportList } from './report-list.tsx'
import { ReportPage } from './report-page.tsx'
import { texts } from './texts.ts'
import tableClasses from './user-list.module.css'

const { users } = texts

/** The list of reports, or one of them. */
export function UserReportsPage() {
  const [search] = useSearchParams()
  const report = reportFrom(search)
  return report === null ? (
    <ReportsAndUsers />
  ) : (
    <ReportPage id={report} gamesPage={gamesPageFrom(search)} />
  )
}

function ReportsAndUsers() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = reportsViewFrom(search)
  const show = (part: Partial<ReportsView>, { replace = false } = {}) =>
    void navigate(
      { search: searchFromReportsView({ ...view, ...part }).toString() },
      { replace, preventScrollReset: true },
    )
  const reports = useQuery(reportsQuery(view))
  const users = useQuery(usersQuery({ search: view.user, page: view.userPage }))
  return (
    <>
      <PageHeading title={texts.reports.title}>{texts.reports.lead}</PageHeading>
      <ReportList view={view} onShow={show} />
      <Following isWaiting={reports.isPending || users.isPending}>
        <UserList view={view} onShow={show} />
      </Following>
    </>
  )
}

const SEARCH_DELAY_MS = 400
const SKELETON_ROWS = [1, 2, 3, 4]
const COLUMNS = ['user', 'signedUp', 'lastSeen', 'lastUpload']

interface UserListProps {
  readonly view: ReportsView
  readonly onShow: (part: Partial<ReportsView>, options?: { replace?: boolean }) => void
}

function UserList({ view: { user, userPage }, onShow }: UserListProps) {
  const answer = useQuery(usersQuery({ search: user, page: userPage }))
  const { data, error, isPending, isPlaceholderData, refetch } = answer
  const totalPages = useTotalPages(answer, { list: user, page: userPage })
  const lookup = useSettledText({
    value: user,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (text) =>
      onShow({ user: text, userPage: 1 }, { replace: user !== '' && text !== '' }),
  })
  const isBusy = isPending || isPlaceholderData
  const found = data && users.found(data.totalUsers)
  return (
    <Stack as="section" className={classes.section} aria-label={users.title}>
      <h2 className={classes.title}>
        {users.title}{' '}
        {data && <span className={classes.count}>{formatNumber(data.totalUsers)}</span>}
      </h2>
      <search className={classes.filters}>
        <LookupField
          what={users.clear}
          className={classes.filter ?? ''}
          label={users.lookup}
          placeholder={users.lookupHint}
          maxLength={MAX_SEARCH_LENGTH}
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">{isBusy ? (error ? '' : users.loading) : found}</VisuallyHidden>
      <div className={`${cards.card} ${tableClasses.board}`}>
        {(data || !error) && (
          <Table
            className={tableClasses.table}
            aria-label={users.list}
            aria-busy={isBusy}
            isOutOfDate={isPlaceholderData}
            isLong
          >
            <thead>
              <tr>
                <th scope="col">{users.user}</th>
                <th scope="col">{users.signedUp}</th>
                <th scope="col">{users.lastSeen}</th>
                <th scope="col">{users.lastUpload}</th>
              </tr>
            </thead>
            <tbody>
              {data?.data.map((listed) => (
                <UserRow key={listed.id} user={listed} />
              ))}
              {data?.data.length === 0 && (
                <tr>
                  <td colSpan={COLUMNS.length}>
                    <Quiet as="span">{users.none}</Quiet>
                  </td>
                </tr>
              )}
              {isPending && SKELETON_ROWS.map((number) => <LoadingRow key={number} />)}
            </tbody>
          </Table>
        )}
        <PageButtons
          label={users.pages}
          page={userPage}
          totalPages={totalPages}
          onPage={(page) => onShow({ userPage: page })}
        />
      </div>
    </Stack>
  )
}

function UserRow({ user }: { readonly user: ListedUser }) {
  const { profileImageUrl, isAdmin, signedUpAt, lastSeenAt, lastUploadAt } = user
  return (
    <tr>
      <th scope="row">
        <Row as="span" wrap={false}>
          <ProfileImage src={profileImageUrl} sizePx={30} />
          <Stack as="span" gap="0">
            <Row as="span" wrap={false} gap="xs">
              <ForeignName>{streamerName(user)}</ForeignName>
              {isAdmin && (
                <span className={tableClasses.admin} title={users.admin}>
                  <IconShieldFilled size={18} role="img" aria-label={users.admin} />
                </span>
              )}
            </Row>
            <Quiet as="span" className={tableClasses.times}>
              <Sentence
                text={lastUploadAt === null ? users.timesWithoutUpload : users.times}
                parts={{ seen: <Since at={lastSeenAt} />, upload: <Since at={lastUploadAt} /> }}
              />
            </Quiet>
          </Stack>
        </Row>
      </th>
      <td>
        <Since at={signedUpAt} />
      </td>
      <td>
        <Since at={lastSeenAt} />
      </td>
      <td>
        <Since at={lastUploadAt} />
      </td>
    </tr>
  )
}

function Since({ at }: { readonly at: string | null }) {
  return at === null ? <span>{UNKNOWN}</span> : <Ago instant={at} />
}

function LoadingRow() {
  return (
    <BlankRow>
      {COLUMNS.map((column) => (
        <td key={column}>
          <Skeleton height={14} width={column === 'user' ? '40%' : '70%'} />
        </td>
      ))}
    </BlankRow>
  )
}
