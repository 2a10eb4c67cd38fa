/** What an admin can do about a reported row, beside its games. */
import {
  hideDisplayName,
  type Report,
  type ReportedName,
  reopenReport,
  showDisplayName,
} from '@rollcall/contract/admin-reports'
import { putOnBoards } from '@rollcall/contract/channels'
import type { PageAddress } from '@rollcall/contract/endpoint'
import { qualifiedLogin } from '@rollcall/scoring/racer'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { ChannelLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import cardClasses from './report-card.module.css'
import { texts } from './texts.ts'

const { reports } = texts

export function Reopening({
  id,
  onDone,
}: {
  readonly id: number
  readonly onDone: () => Promise<unknown>
}) {
  const reopening = useMutation({
    mutationFn: () => callApi(reopenReport, { params: { id: String(id) } }),
    onSettled: onDone,
  })
  return (
    <Stack gap="xs">
      {reopening.error && <Notice message={sentenceOf(reopening.error)} />}
      <Row gap="xs" align="stretch" className={cardClasses.actions}>
        <Button
          size="xs"
          variant="default"
          loading={reopening.isPending}
          onClick={() => reopening.mutate()}
        >
          {reports.reopen}
        </Button>
      </Row>
    </Stack>
  )
}

interface NamesProps {
  readonly names: readonly ReportedName[]
  readonly reportId: number
  readonly onChanged: () => Promise<unknown>
}

/** What channels call the racer; an admin can have the login shown instead. */
export function ReportedNames({ names, reportId, onChanged }: NamesProps) {
  const changing = useMutation({
    mutationFn: ({ channelId, isHidden }: ReportedName) =>
      callApi(isHidden ? showDisplayName : hideDisplayName, {
        params: { id: String(reportId), channelId: String(channelId) },
      }),
    onSettled: onChanged,
  })
  return (
    <Panel title={reports.names}>
      {changing.error && <Notice message={sentenceOf(changing.error)} />}
      <ul className={rows.list}>
        {names.map((each) => (
          <li key={each.channelId} className={rows.row}>
            <div className={rows.words}>
              <span>
                <Sentence
                  text={reports.nameOn}
                  parts={{
                    name: <bdi>{each.name}</bdi>,
                    channel: (
                      <ChannelLink channel={each.channel}>
                        <bdi>{each.channel.name}</bdi>
                      </ChannelLink>
                    ),
                  }}
                />
              </span>
              {each.isHidden && <span className={rows.fact}>{reports.nameHidden}</span>}
            </div>
            <Button
              size="xs"
              variant="default"
              loading={changing.isPending && changing.variables === each}
              aria-label={
                each.isHidden
                  ? reports.showNameOn(each.channel.name)
                  : reports.hideNameOn(each.channel.name)
              }
              onClick={() => changing.mutate(each)}
            >
              {each.isHidden ? reports.showName : reports.hideName}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface OffBoardsProps {
  readonly report: Report
  readonly offBoards: PageAddress & { readonly isOff: boolean }
  readonly onChanged: () => Promise<unknown>
}

export function Objection({ report, offBoards, onChanged }: OffBoardsProps) {
  const { isOff, ...racer } = offBoards
  const channel = report.subject.channel ?? null
  const putting = useMutation({
    mutationFn: (of: PageAddress) =>
      callApi(putOnBoards, { params: { channel: qualifiedLogin(of), ...racer } }),
    onSettled: onChanged,
  })
  return (
    <Panel title={reports.offBoards}>
      <Row gap="2xs/md" justify="space-between">
        <Quiet>{isOff ? reports.objects : reports.isBack}</Quiet>
        {isOff && channel !== null && (
          <Button size="xs" loading={putting.isPending} onClick={() => putting.mutate(channel)}>
            {reports.putBack}
          </Button>
        )}
      </Row>
      {putting.error && <Notice message={sentenceOf(putting.error)} />}
    </Panel>
  )
}
