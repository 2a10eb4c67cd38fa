import { Skeleton } from '@mantine/core'
import type { BodyInput } from '@rollcall/contract/endpoint'
import { decideRoundProposal, type Round } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './league.module.css'
import { proposalQuery } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { texts as rowTexts } from './rows/texts.ts'
import { texts } from './texts.ts'

const { proposal: words } = texts

type Proposal = Answer<typeof import('@rollcall/contract/leagues').getRoundProposal>

interface RoundProposalProps {
  /** The series. */
  readonly id: string
  readonly round: Round
  readonly onClose: (done: Done | null) => void
}

/** What has changed in a final round: its organiser publishes it or keeps what everybody sees. */
export function RoundProposal({ id, round, onClose }: RoundProposalProps) {
  const { data, error, refetch } = useQuery(proposalQuery(id, round.eventId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton height="8rem" radius="md" />
      </Loading>
    )
  }
  const { seen } = data
  return seen === null ? (
    <p>{words.settled}</p>
  ) : (
    <DecideProposal id={id} round={round} proposal={data} seen={seen} onClose={onClose} />
  )
}

interface DecideProposalProps extends RoundProposalProps {
  readonly proposal: Proposal
  readonly seen: string
}

function DecideProposal({ id, round, proposal, seen, onClose }: DecideProposalProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const decide = useMutation({
    mutationFn: async (body: BodyInput<typeof decideRoundProposal>) => {
      const params = { id, eventId: String(round.eventId) }
      await callApi(decideRoundProposal, { params, body })
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
    onSuccess: (_, { decision }) =>
      onClose({
        sentence: decision === 'publish' ? words.published(round.name) : words.declined(round.name),
      }),
    // Something else may have arrived.
    onError: () => queryClient.invalidateQueries({ queryKey: answersAbout('events') }),
  })
  return (
    <DialogForm
      submitLabel={words.publish}
      isPending={decide.isPending}
      problem={decide.error && sentenceOf(decide.error)}
      onSubmit={() => {
        setIsMissing(reason.trim() === '')
        if (reason.trim() !== '')
          decide.mutate({ decision: 'publish', seen, reason: reason.trim() })
      }}
      onClose={() => onClose(null)}
    >
      <p>{words.lead}</p>
      <ProposedRows proposal={proposal} />
      <Moved moved={proposal.moved} />
      <div>
        <Button
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ decision: 'decline', seen })}
        >
          {words.decline}
        </Button>
      </div>
      <ReasonField reason={reason} isMissing={isMissing} onReason={setReason} />
    </DialogForm>
  )
}

function ProposedRows({ proposal: { rows, total } }: { readonly proposal: Proposal }) {
  const shown = (result: Proposal['rows'][number]['before']) =>
    result === null
      ? words.absent
      : result.isDisqualified
        ? words.disqualified
        : words.result(result.rank, formatNumber(result.points))
  return (
    <section aria-label={words.rows}>
      <h3>{words.rows}</h3>
      <ScrollRegion label={words.rows} className={classes.scroller}>
        <Table aria-label={words.rows}>
          <thead>
            <tr>
              <th scope="col">
                {rows[0]?.channel ? rowTexts.streamer.column : texts.columns.racer}
              </th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Hidden racers have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <tr key={index}>
                <th scope="row">
                  <bdi>{shownName(row)}</bdi>
                </th>
                <td>{shown(row.before)}</td>
                <td>{shown(row.after)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
      {total > rows.length && <Quiet>{words.more(total - rows.length)}</Quiet>}
    </section>
  )
}

function Moved({ moved }: Pick<Proposal, 'moved'>) {
  return (
    <section aria-label={words.moved}>
      <h3>{words.moved}</h3>
      {moved.length === 0 && <Quiet>{words.nobody}</Quiet>}
      <ul className={classes.rules}>
        {moved.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            <bdi>{shownName(row)}</bdi> {words.ranked(row.before)} → {words.ranked(row.after)}
          </li>
        ))}
      </ul>
    </section>
  )
}
