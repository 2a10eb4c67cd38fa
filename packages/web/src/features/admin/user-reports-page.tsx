import { useNavigate, useSearchParams } from 'react-router'
import { PageHeading } from '#ui/page-heading.tsx'
import { ReportList } from './report-list.tsx'
import { type ReportsView, searchFromView, viewFromSearch } from './reports-view.ts'
import { UserList } from './user-list.tsx'

export function UserReportsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = viewFromSearch(search)
  const show = (part: Partial<ReportsView>, { replace = false } = {}) =>
    void navigate(
      { search: searchFromView({ ...view, ...part }).toString() },
      { replace, preventScrollReset: true },
    )
  return (
    <>
      <PageHeading title="User Reports">
        Rows that somebody finds wrong, and everybody who has signed in.
      </PageHeading>
      <ReportList view={view} onShow={show} />
      <UserList view={view} onShow={show} />
    </>
  )
}
