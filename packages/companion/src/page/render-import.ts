/** The import of the public companion's day logs: the folder, the preview and the progress. */
import type { CompanionState } from '../companion.ts'
import { type FailedForm, formatCount, formatWhole, html, type Markup } from './markup.ts'

export function renderImportForm(failed: FailedForm | null): Markup {
  return html`<form method="post" action="import">
<label for="logs">Full path of the folder with the logs</label>
<input id="logs" name="logs" required value="${failed?.typed.logs ?? ''}" spellcheck="false">
<p class="soft">Their names are allraces_ and a date. You will see what would change before anything is stored.</p>
${failed === null ? null : html`<p class="problem" role="alert">${failed.problem}</p>`}
<button>Preview</button></form>`
}

export function renderImport({ logImport }: CompanionState): Markup {
  const { phase, done, total, problem } = logImport
  const amiss = problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`
  if (phase === 'none') {
    return (
      amiss ??
      html`<p class="soft">Games from before you used this companion can be added to their seasons.</p>`
    )
  }
  if (phase === 'previewing' || phase === 'importing') {
    const what = phase === 'previewing' ? 'Checking' : 'Importing'
    return html`<p class="status">${what}: ${done} of ${formatCount(total, 'day log')}</p>
<progress aria-label="${what}" max="${total}" value="${done}"></progress>${amiss}`
  }
  return html`<p class="status">${renderCounts(logImport, phase === 'imported')}</p>${amiss}${renderSeasons(logImport)}${renderRefused(logImport)}`
}

/** A separate part, so that the button stays while the part above it changes. */
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

function renderCounts({ counts, total, channel }: LogImportState, isDone: boolean): Markup {
  const { games, added, known, differing } = counts
  const stored = isDone ? (added === 1 ? 'was stored' : 'were stored') : 'would be stored'
  const differ =
    differing === 0
      ? ''
      : ` ${formatWhole(differing)} ${differing === 1 ? 'is' : 'are'} stored with other results, which stay as they are.`
  return html`${formatCount(total, 'day log')} with ${formatCount(games, 'game')}: ${formatWhole(added)} ${stored}${channel === null ? null : html` for <bdi>${channel}</bdi>`}, ${formatWhole(known)} already known.${differ}`
}

/** Games that a snapshot already covers, or from before the handover, are stored but do not count again. */
function renderSeasons({ seasons }: LogImportState): Markup | null {
  if (seasons.length === 0) {
    return null
  }
  return html`<ul>${seasons.map(
    ({ season, added, counted, points }) =>
      html`<li>Season ${season}: ${formatCount(added, 'game')}, ${
        counted === added
          ? html`which ${added === 1 ? 'adds' : 'add'} ${formatCount(points, 'point')}.`
          : html`of which ${formatWhole(counted)} ${counted === 1 ? 'counts and adds' : 'count and add'} ${formatCount(points, 'point')}. ${added - counted === 1 ? 'The other one is' : 'The others are'} already covered by your snapshot.`
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

function button(
  label: string,
  { action, isMain = false }: { action: string; isMain?: boolean },
): Markup {
  return html`<form method="post" action="${action}"><button class="${isMain ? '' : 'plain'}">${label}</button></form>`
}
