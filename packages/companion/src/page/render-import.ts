/** The day logs of the public companion: which folder, what would be stored, how far it is. */
import type { CompanionState } from '../companion.ts'
import { type FailedForm, html, type Markup, whole } from './markup.ts'

export function renderImportForm(failed: FailedForm | null): Markup {
  return html`<form method="post" action="import">
<label for="logs">Whole path of the folder that holds them</label>
<input id="logs" name="logs" required value="${failed?.typed.logs ?? ''}" spellcheck="false">
<p class="soft">They are called allraces_ and a day. You see what would be stored before anything is.</p>
${failed === null ? null : html`<p class="problem" role="alert">${failed.problem}</p>`}
<button>Preview</button></form>`
}

export function renderImport({ logImport }: CompanionState): Markup {
  const { phase, done, total, problem } = logImport
  const amiss = problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`
  if (phase === 'none') {
    return (
      amiss ?? html`<p class="soft">Games of the time before can become games of their season.</p>`
    )
  }
  if (phase === 'previewing' || phase === 'importing') {
    const what = phase === 'previewing' ? 'Checking' : 'Importing'
    return html`<p class="status">${what}: ${done} of ${logs(total)}</p>
<progress aria-label="${what}" max="${total}" value="${done}"></progress>${amiss}`
  }
  return html`<p class="status">${found(logImport, phase === 'imported')}</p>${amiss}${renderSeasons(logImport)}${renderRefused(logImport)}`
}

/** By itself, so that a button stays while what stands above it changes. */
export function renderImportActions({ logImport }: CompanionState): Markup | null {
  const { phase, counts } = logImport
  switch (phase) {
    case 'none':
      return null
    case 'previewing':
    case 'importing':
      return button('Stop', { action: 'import-clear' })
    default:
      return phase === 'previewed' && counts.added > 0
        ? html`${button('Import', { action: 'import-run', isMain: true })}${button('Cancel', { action: 'import-clear' })}`
        : button('Done', { action: 'import-clear' })
  }
}

type LogImportState = CompanionState['logImport']

function found({ counts, total, channel }: LogImportState, isDone: boolean): Markup {
  const { games, added, known, differing } = counts
  const stored = isDone ? (added === 1 ? 'was stored' : 'were stored') : 'would be stored'
  const differ =
    differing === 0
      ? ''
      : ` ${whole(differing)} are stored with other results, which stay as they are.`
  return html`${logs(total)} with ${gamesOf(games)}: ${whole(added)} ${stored}${channel === null ? null : html` for <bdi>${channel}</bdi>`}, ${whole(known)} already known.${differ}`
}

/** What is in a snapshot already, or from before the handover, is stored and does not count again. */
function renderSeasons({ seasons }: LogImportState): Markup | null {
  if (seasons.length === 0) {
    return null
  }
  return html`<ul>${seasons.map(
    ({ season, added, counted, points }) =>
      html`<li>Season ${season}: ${gamesOf(added)}, ${
        counted === added
          ? html`which add ${whole(points)} points.`
          : html`of which ${whole(counted)} count and add ${whole(points)} points. The others are in the snapshot that your numbers are from.`
      }</li>`,
  )}</ul>`
}

function renderRefused({ refused }: LogImportState): Markup | null {
  if (refused.length === 0) {
    return null
  }
  return html`<ul>${refused.map(
    ({ file, sentence }) => html`<li><bdi>${file}</bdi><p class="problem">${sentence}</p></li>`,
  )}</ul>`
}

function logs(count: number): string {
  return count === 1 ? '1 day log' : `${whole(count)} day logs`
}

function gamesOf(count: number): string {
  return count === 1 ? '1 game' : `${whole(count)} games`
}

function button(
  label: string,
  { action, isMain = false }: { action: string; isMain?: boolean },
): Markup {
  return html`<form method="post" action="${action}"><button class="${isMain ? '' : 'plain'}">${label}</button></form>`
}
