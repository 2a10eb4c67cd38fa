import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, Skeleton } from '@mantine/core'
import type { TriedTables } from '@rollcall/contract/leagues-what-if'
import { type ReactNode, useId, useState } from 'react'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import parts from '../league.module.css'
import { countingRounds } from '../league-table.tsx'
import { Moves } from './moves.tsx'
import { type Kind, texts } from './texts.ts'
import { type Draft, useTried } from './use-tried.ts'

interface WhatIfProps {
  /** The series. */
  readonly id: string
  readonly draft: Draft
  /** The series has no table yet. */
  readonly isNew?: boolean
  /** What else the form shows of the answer. */
  readonly children?: (tried: TriedTables, isOutOfDate: boolean) => ReactNode
}

/** Who would move in a league's tables if a draft were saved. */
export function WhatIf({ id, draft, isNew = false, children }: WhatIfProps) {
  const titleId = useId()
  const [includesSealed, setIncludesSealed] = useState(false)
  const { tried, error, refetch, isOutOfDate } = useTried(id, draft, includesSealed)
  return (
    <>
      <Stack as="section" gap="xs" className={parts.parts} aria-labelledby={titleId}>
        <h3 id={titleId}>{texts.title}</h3>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!tried && !error && (
          <Loading>
            <Skeleton height="4rem" radius="md" />
          </Loading>
        )}
        {tried && (
          <>
            <Quiet role="status">{isOutOfDate ? texts.working : summaryOf(tried, isNew)}</Quiet>
            {tried.sealed.length > 0 && (
              <Checkbox
                label={texts.sealed(tried.sealed.length)}
                description={texts.sealedHint}
                checked={includesSealed}
                onChange={({ currentTarget }) => setIncludesSealed(currentTarget.checked)}
              />
            )}
            {!isNew && (
              <Tables {...{ tried, isOutOfDate }} namesDivisions={draft.divisions !== undefined} />
            )}
          </>
        )}
      </Stack>
      {tried && children?.(tried, isOutOfDate)}
    </>
  )
}

const kindOf = ({ rows }: TriedTables): Kind => (rows[0]?.channel ? 'streamers' : 'racers')

function summaryOf(tried: TriedTables, isNew: boolean): string {
  if (countingRounds(tried.rounds).length === 0) return texts.noRounds
  if (isNew) return texts.isNew(kindOf(tried), tried.total)
  const { movedTotal, divisions, teams } = tried
  if (movedTotal > 0) return texts.somebody(kindOf(tried), movedTotal)
  const others = divisions.some(hasMoves) || (teams?.movedTotal ?? 0) > 0
  return others ? texts.onlyOthers : texts.nobody
}

const hasMoves = ({ movedTotal }: { readonly movedTotal: number }) => movedTotal > 0

interface TablesProps {
  readonly tried: TriedTables
  readonly isOutOfDate: boolean
  /** Whether the draft is about divisions. */
  readonly namesDivisions: boolean
}

function Tables({ tried, isOutOfDate, namesDivisions }: TablesProps) {
  const { divisions, teams } = tried
  const kind = kindOf(tried)
  return (
    <>
      <Moves label={texts.table} kind={kind} moves={tried} isOutOfDate={isOutOfDate} isFirst />
      {divisions.map((division, index) => (
        // New ones have no number yet.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <Stack key={index} gap="xs" className={parts.parts}>
          {namesDivisions && (
            <Quiet>
              <bdi>
                {division.isRemoved
                  ? texts.removed(division.name, division.movedTotal)
                  : texts.members(division.name, division.members)}
              </bdi>
            </Quiet>
          )}
          {!division.isRemoved && (
            <Moves
              label={texts.ofDivision(division.name)}
              kind={kind}
              moves={division}
              isOutOfDate={isOutOfDate}
            />
          )}
        </Stack>
      ))}
      {teams && (
        <Moves
          label={texts.ofTeams}
          kind="teams"
          isOutOfDate={isOutOfDate}
          moves={{
            ...teams,
            moved: teams.moved.map(({ name, ...each }) => ({ racer_name: name, ...each })),
          }}
        />
      )}
    </>
  )
}
