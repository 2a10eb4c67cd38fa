import { Skeleton, VisuallyHidden } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import {
  countAsAnother,
  listOwnReceipts,
  RECEIPTS_A_PAGE,
  setHandover,
  UNDO_DAYS,
  type UndoneUpload,
  undoUpload,
} from '@rollcall/contract/uploads-mine'
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { answersOf, asking } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { StreamerLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { DropSection } from './drop-section.tsx'
import classes from './my-uploads-page.module.css'
import { ReceiptItem } from './receipt-item.tsx'
import { findSharedReasons } from './shared-reasons.ts'
import { texts } from './texts.ts'

const RECEIPTS_KEY = answersOf(listOwnReceipts)
/** Of the latest page. */
const FIRST = 5

function receiptsQuery(page: number) {
  return queryOptions({
    ...asking(listOwnReceipts, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
}

interface MyUploadsPageProps {
  /** How the channel's evenings went, and what is below. */
  readonly evenings: (
    channel: { platform: string; login: string } | null,
    following: ReactNode,
  ) => ReactNode
}

export function MyUploadsPage({ evenings }: MyUploadsPageProps) {
  const [search, setSearch] = useSearchParams()
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const user = useQuery(currentUserQuery)
  const answer = useQuery(receiptsQuery(page))
  // A page of receipts that fails to load changes nothing about the channel.
  const [known, setKnown] = useState(answer.data)
  if (answer.data && answer.data !== known) setKnown(answer.data)
  const channel = known?.channel ?? null
  const sharedReasons = findSharedReasons(answer.data?.receipts ?? [])
  const userId = user.data?.id
  useLive(known && userId !== undefined ? `owner/uploads:${userId}` : null, RECEIPTS_KEY)
  const uploads = (
    <Uploads
      answer={answer}
      channel={channel}
      sharedReasons={sharedReasons}
      page={page}
      onPage={(next) =>
        setSearch(next === 1 ? {} : { page: String(next) }, { preventScrollReset: true })
      }
    />
  )
  return (
    <WidePage>
      <PageHeading
        title={texts.page.title}
        actions={
          <ButtonLink to={`${PAGES.download.path}#upload-key`} variant="default">
            {texts.page.uploadKey}
          </ButtonLink>
        }
      >
        {texts.page.lead(UNDO_DAYS)}
      </PageHeading>
      <Columns
        first={
          <>
            <DropSection />
            {channel && (
              <Counting handedOverAt={channel.handedOverAt} sharedReasons={sharedReasons} />
            )}
          </>
        }
        aside={null}
      >
        {known || answer.error ? (
          evenings(channel?.page ?? null, uploads)
        ) : (
          <Loading className={classes.loading}>
            <Skeleton height="4rem" />
            <Skeleton height="4rem" />
          </Loading>
        )}
      </Columns>
    </WidePage>
  )
}

type Receipts = Answer<typeof listOwnReceipts>

interface WithSharedReasons {
  readonly sharedReasons: ReturnType<typeof findSharedReasons>
}

interface UploadsProps extends WithSharedReasons {
  readonly answer: UseQueryResult<Receipts>
  readonly channel: Receipts['channel']
  readonly page: number
  readonly onPage: (page: number) => void
}

function Uploads({ answer, channel, sharedReasons, page, onPage }: UploadsProps) {
  const { data, error, isPlaceholderData, refetch } = answer
  const pages = data && { totalPages: Math.ceil(data.total / RECEIPTS_A_PAGE) }
  const totalPages = useTotalPages({ data: pages, isPlaceholderData }, { list: 'receipts', page })
  return (
    <Panel title={texts.page.receipts}>
      {channel && (
        <p className={classes.lead}>
          <Sentence
            text={texts.page.channel}
            parts={{
              channel: (
                <StreamerLink channel={channel.page}>
                  <bdi>{channel.name}</bdi>
                </StreamerLink>
              ),
            }}
          />
        </p>
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <EmptyState message={texts.page.empty}>{texts.page.emptyHint}</EmptyState>
      )}
      {data && data.total > 0 && (
        <ReceiptList
          receipts={data.receipts}
          sharedReasons={sharedReasons}
          page={page}
          isBusy={isPlaceholderData}
        />
      )}
      {totalPages > 1 && <PageButtons page={page} totalPages={totalPages} onPage={onPage} />}
    </Panel>
  )
}

interface CountingProps extends WithSharedReasons {
  readonly handedOverAt: string | null
}

/** Says whether the numbers come from snapshots or from single games, and lets the streamer switch. */
function Counting({ handedOverAt, sharedReasons }: CountingProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const isOn = handedOverAt !== null
  const change = useMutation({
    mutationFn: () => callApi(setHandover, { body: { isOn: !isOn } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: RECEIPTS_KEY }),
  })
  const words = texts.counting
  const label = isOn ? words.useSnapshots : words.useGames
  return (
    <Panel title={words.title}>
      <p className={classes.lead}>{isOn ? words.byGames(handedOverAt) : words.bySnapshots}</p>
      {[...sharedReasons].map(([reason, receipts]) => (
        <Stack as="p" gap="2xs" key={reason} className={classes.lead}>
          <strong>{words.receiptsSay(receipts)}</strong>
          <bdi translate="yes">{reason}</bdi>
        </Stack>
      ))}
      <Button variant="default" loading={change.isPending} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {change.isError && <Notice message={sentenceOf(change.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={`${label}?`}
        text={isOn ? words.aboutSnapshots : words.aboutGames}
        confirmLabel={label}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          change.mutate()
        }}
      />
    </Panel>
  )
}

interface ReceiptListProps extends WithSharedReasons {
  readonly receipts: Receipts['receipts']
  readonly page: number
  readonly isBusy: boolean
}

function ReceiptList({ receipts, sharedReasons, page, isBusy }: ReceiptListProps) {
  const queryClient = useQueryClient()
  const undo = (id: number, dryRun: boolean) =>
    callApi(undoUpload, { params: { id: String(id) }, body: { dryRun } })
  const preview = useMutation({ mutationFn: (id: number) => undo(id, true) })
  const undoing = useMutation({
    mutationFn: (id: number) => undo(id, false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: RECEIPTS_KEY }),
  })
  const counting = useMutation({
    mutationFn: (id: number) => callApi(countAsAnother, { params: { id: String(id) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: RECEIPTS_KEY }),
  })
  const problem = preview.error ?? undoing.error
  return (
    <>
      <p role="status" className={classes.done}>
        {undoing.data && texts.undo.done(undoing.data.goes)}
        {counting.isSuccess && texts.another.done}
      </p>
      <FirstFew items={receipts} first={page === 1 ? FIRST : receipts.length} all={texts.page.all}>
        {(shown) => (
          <ul className={classes.list} aria-busy={isBusy} data-busy={isBusy || undefined}>
            {shown.map((receipt) => (
              <ReceiptItem key={receipt.id} receipt={receipt} sharedReasons={sharedReasons}>
                {receipt.undo === 'possible' && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={[preview, undoing].some(
                      (act) => act.isPending && act.variables === receipt.id,
                    )}
                    onClick={() => preview.mutate(receipt.id)}
                  >
                    {texts.undo.button}
                    <VisuallyHidden>{` ${texts.undo.which(receipt)}`}</VisuallyHidden>
                  </Button>
                )}
                {receipt.offered > 0 && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={counting.isPending && counting.variables === receipt.id}
                    onClick={() => counting.mutate(receipt.id)}
                  >
                    {texts.another.button(receipt.offered)}
                  </Button>
                )}
                {receipt.id === counting.variables && counting.isError && (
                  <Notice message={sentenceOf(counting.error)} />
                )}
                {receipt.id === (undoing.variables ?? preview.variables) && problem && (
                  <Notice message={sentenceOf(problem)} />
                )}
              </ReceiptItem>
            ))}
          </ul>
        )}
      </FirstFew>
      <UndoDialog
        asked={preview.data ?? null}
        onCancel={preview.reset}
        onConfirm={() => {
          if (preview.variables !== undefined) {
            undoing.mutate(preview.variables)
          }
          preview.reset()
        }}
      />
    </>
  )
}

interface UndoDialogProps {
  /** null: closed. */
  readonly asked: UndoneUpload | null
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** The files of games are not kept, so only another upload brings them back. */
function UndoDialog({ asked, onConfirm, onCancel }: UndoDialogProps) {
  const words = texts.undo
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={words.title}
      text={asked === null ? '' : words.question(asked.goes)}
      confirmLabel={words.confirm}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {asked !== null && asked.changes.length > 0 && (
        <ul className={classes.changes} aria-label={words.changes}>
          {asked.changes.map((change) => (
            <li key={words.changedName(change)}>
              <bdi>{words.changedName(change)}</bdi>: {words.change(change)}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.changesLead}>
        {asked?.changes.length === 0 && `${words.noChanges} `}
        {words.wayBack}
      </p>
    </ConfirmDialog>
  )
}
