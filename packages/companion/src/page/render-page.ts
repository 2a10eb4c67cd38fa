/** Renders the local page. */

import { PAGES } from '@rollcall/contract/pages'
import type { CompanionState, ListedGame } from '../companion.ts'
import { FILE_NAMES } from '../whole-game.ts'
import { clock, type FailedForm, formatCount, formatWhole, html, Markup, toText } from './markup.ts'
import { ANOTHER_CHANNEL } from './page-script.ts'
import { renderImport, renderImportActions, renderImportForm } from './render-import.ts'

/** The parts of the page that are updated live, by their id. */
export function renderParts(state: CompanionState): Record<string, string> {
  const parts = {
    now: renderNow(state),
    update: renderUpdate(state),
    connected: renderConnected(state),
    'connect-label': renderConnectLabel(state),
    last: renderLastGame(state),
    today: renderToday(state),
    offered: renderOffered(state),
    refused: renderRefused(state.refused),
    folder: renderFolder(state),
    import: renderImport(state),
    'import-actions': renderImportActions(state),
    autostart: renderAutostart(state),
  }
  return Object.fromEntries(Object.entries(parts).map(([id, part]) => [id, toText(part)]))
}

export function renderPage(state: CompanionState, failed: FailedForm | null): string {
  const parts = renderParts(state)
  const part = (id: string) => new Markup(parts[id] ?? '')
  const isOpen = (form: FailedForm['form'], otherwise: boolean) =>
    new Markup(failed?.form === form || (failed === null && otherwise) ? 'open' : '')
  return toText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall Companion</title>
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body>
<header><h1>Rollcall Companion</h1><span class="soft">Version ${state.version}</span></header>
<main>
<section class="card"><div id="now" aria-live="polite">${part('now')}</div>
<div id="connected">${part('connected')}</div>
<details ${failed?.form === 'use-key' ? new Markup('open') : isOpen('connect', needsConnecting(state))}><summary id="connect-label">${part('connect-label')}</summary>
${renderConnectForm(state, failed)}
<details ${isOpen('use-key', false)}><summary>I have an upload key</summary>
${renderKeyForm(failed)}</details></details></section>
<section class="card" id="update">${part('update')}</section>
<section class="card"><div id="today">${part('today')}</div>
${failed?.form === 'run' ? html`<p class="problem" role="alert">${failed.problem}</p>` : null}</section>
<section class="card" id="last">${part('last')}</section>
<section class="card" id="offered">${part('offered')}</section>
<section class="card" id="refused">${part('refused')}</section>
<section class="card"><div id="folder">${part('folder')}</div>
<details ${isOpen('folder', state.folder === null)}><summary>Choose another folder</summary>
${renderFolderForm(failed)}</details></section>
<section class="card"><h2>Earlier games</h2><div id="import">${part('import')}</div>
<div id="import-actions">${part('import-actions')}</div>
<details ${isOpen('import', false)}><summary>Import day logs of the public companion</summary>
${renderImportForm(failed?.form === 'import' ? failed : null)}</details></section>
<section class="card"><div id="autostart">${part('autostart')}</div>
${failed?.form === 'autostart' ? html`<p class="problem" role="alert">${failed.problem}</p>` : null}</section>
</main>
</body>
</html>`)
}

function needsConnecting({ site, sender, connecting }: CompanionState): boolean {
  return connecting.pending === null && (site === null || sender.kind === 'disconnected')
}

function renderConnectLabel({ site, sender }: CompanionState): Markup {
  if (site === null) {
    return html`Connect`
  }
  return sender.kind === 'disconnected' ? html`Connect again` : html`${ANOTHER_CHANNEL}`
}

function renderNow({ sender, site, waiting, unsaved, folder }: CompanionState): Markup {
  const games = waiting === 1 ? '1 game is waiting' : `${waiting} games are waiting`
  const memory =
    unsaved === 0
      ? null
      : html`<p class="problem">The disk is full. ${unsaved === 1 ? '1 game is' : `${unsaved} games are`} only in memory. Free some space, and keep the companion running until the games are saved or sent.</p>`
  if (site === null) {
    return html`<p class="status amiss">Not connected to a site yet. ${waiting > 0 ? `${games}, safely kept.` : ''}</p>${memory}`
  }
  switch (sender.kind) {
    case 'disconnected':
      return html`<p class="status amiss">Disconnected: ${sender.problem}</p><p>${waiting > 0 ? `${games}, safely kept. ` : ''}Use “Connect again” below.</p>${memory}`
    case 'waiting':
      return html`<p class="status amiss">${games} to be sent. Next try: ${clock(sender.until)}.</p><p>${sender.problem}</p><form method="post" action="try-now"><button class="plain">Try now</button></form>${memory}`
    case 'sending':
      return html`<p class="status">Sending ${waiting === 1 ? 'a game' : `${waiting} games`} …</p>${memory}`
    case 'ready':
      return folder?.isThere
        ? html`<p class="status">Everything is sent. Waiting for the next game.</p>${memory}`
        : html`<p class="status amiss">The game's folder does not exist yet.</p>${memory}`
  }
}

function renderConnected({ site, channel, connecting, sender }: CompanionState): Markup {
  const { pending, problem } = connecting
  if (pending !== null) {
    return html`<p>Confirm this code on the site by ${clock(pending.expiresAt)}:</p><p class="number">${pending.userCode}</p>
<p><a href="${pending.connectUrl}" target="_blank" rel="noreferrer">Open the site to confirm it</a></p>`
  }
  if (problem !== null) {
    return html`<p class="problem">${problem}</p>`
  }
  if (site === null) {
    return html`<p class="soft">Until then, every game is kept on this computer.</p>`
  }
  const connected = sender.kind === 'disconnected' ? 'It was connected' : 'Connected'
  return channel === null
    ? html`<p class="soft">${connected} to <a href="${site}" target="_blank" rel="noreferrer">${site}</a></p>`
    : html`<p class="soft">${connected} as <strong dir="auto">${channel}</strong> to <a href="${site}" target="_blank" rel="noreferrer">${site}</a></p>`
}

function renderConnectForm({ site }: CompanionState, failed: FailedForm | null): Markup {
  const typed = failed?.form === 'connect' ? failed.typed : { site: site ?? '' }
  return html`<form method="post" action="connect">
<label for="site">Address of the site</label>
<input id="site" name="site" required value="${typed.site ?? ''}" placeholder="https://…">
<p class="soft">The site opens in the browser, and you confirm a code there.</p>
${failed?.form === 'connect' ? html`<p class="problem" role="alert">${failed.problem}</p>` : null}
<button>Connect</button></form>`
}

function renderKeyForm(failed: FailedForm | null): Markup {
  const typed = failed?.form === 'use-key' ? failed.typed : {}
  return html`<form method="post" action="use-key">
<label for="key-site">Address of the site</label>
<input id="key-site" name="site" required value="${typed.site ?? ''}" placeholder="https://…">
<label for="key">Upload key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false">
<p class="soft">The site shows it only once, when it is made. It is stored in your profile on this computer.</p>
${failed?.form === 'use-key' ? html`<p class="problem" role="alert">${failed.problem}</p>` : null}
<button>Use this key</button></form>`
}

function renderToday(state: CompanionState): Markup | null {
  const { today, runningEvents } = state
  if (today === null) {
    return null
  }
  return html`<div class="pair"><div><h2>Points today</h2><p class="number">${formatWhole(today.points)}</p>
<p class="soft">${today.games === 1 ? '1 race or royale' : `${today.games} races and royales`}</p></div>
<div><h2>Running events</h2>${
    runningEvents.length === 0
      ? html`<p class="soft">None at the moment.</p>`
      : html`<ul>${runningEvents.map((event) => html`<li><bdi>${event.name}</bdi>${renderRun(event)}</li>`)}</ul>`
  }${renderSeals(state)}</div></div>`
}

/** Of a round of a league: what is announced about it, when its streamer runs it, and whether they have. */
function renderRun(round: CompanionState['runningEvents'][number]): Markup | null {
  const { id, name, hasRun, slot, announcement } = round
  if (hasRun === undefined) {
    return null
  }
  const told = announcement ? html`<p class="soft" dir="auto">${announcement}</p>` : null
  const planned =
    slot && !hasRun
      ? html`<p class="soft">You have announced to run it: ${clock(new Date(slot))}.</p>`
      : null
  const said = hasRun ? html`<p class="soft">You have run this round.</p>` : null
  return html`${told}${planned}${said}<form method="post" action="run"><input type="hidden" name="event" value="${id}"><input type="hidden" name="has" value="${hasRun ? 'false' : 'true'}"><button class="plain" aria-label="${hasRun ? 'Undo' : 'I have run it'}: ${name}">${hasRun ? 'Undo' : 'I have run it'}</button></form>`
}

function renderSeals({ unansweredSeals, site }: CompanionState): Markup | null {
  const question =
    unansweredSeals === 1
      ? 'One event asks you to keep your results sealed.'
      : `${unansweredSeals} events ask you to keep your results sealed.`
  return unansweredSeals === 0
    ? null
    : html`<p>${question} <a href="${site + PAGES.myEvents.path}" target="_blank" rel="noreferrer">Answer in My Events</a></p>`
}

const MODES = { race: 'Race', royale: 'Royale', tilt: 'Tilt level' } as const

function renderLastGame({ lastGame }: CompanionState): Markup {
  if (lastGame === null) {
    return html`<h2>Last game</h2><p class="soft">No game has been sent yet. Play one, and it appears here.</p>`
  }
  const { mode, racers, finishedAt, topThree } = lastGame
  return html`<h2>Last game: ${MODES[mode]}, ${formatCount(racers, 'racer')}, ${clock(new Date(finishedAt))}</h2>
<p class="soft">${lastGameSentence(lastGame)}</p>
<ol>${topThree.map(({ name, points }) => html`<li><bdi>${name}</bdi><span>${points === null ? '–' : formatWhole(points)}</span></li>`)}</ol>`
}

function lastGameSentence({
  outcome,
  isRanked,
  isCompleted,
  isCovered,
}: NonNullable<CompanionState['lastGame']>): string {
  if (outcome === 'duplicate') {
    return 'The site already had this game.'
  }
  if (isCompleted) {
    return 'The site knew this game from a day log. Its own files add the details.'
  }
  if (!isRanked) {
    return 'The site accepted it. It is not a ranked game, so it does not count.'
  }
  return isCovered
    ? 'The site accepted it, but it does not count towards a season, because your numbers come from snapshots. My Uploads says more.'
    : 'The site accepted it.'
}

function renderUpdate({ update, site }: CompanionState): Markup | null {
  const { available, canInstall, progress, problem } = update
  if (available === null) {
    return problem === null ? null : html`<p class="soft">${problem}</p>`
  }
  const notes = available.patchNotes.map(
    ({ title, content }) =>
      html`<details><summary><bdi>${title}</bdi></summary><pre dir="auto">${content}</pre></details>`,
  )
  const failed = problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`
  const heading = html`<h2>Version ${available.version} is available</h2>${notes}${failed}`
  if (progress !== null) {
    const { doneBytes, totalBytes } = progress
    return html`${heading}<p>Downloading: ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB. The companion then restarts.</p>
<progress aria-label="Download" max="${totalBytes}" value="${doneBytes}"></progress>`
  }
  return canInstall
    ? html`${heading}<form method="post" action="update"><button>Update now</button></form>`
    : html`${heading}<p><a href="${site + PAGES.download.path}" target="_blank" rel="noreferrer">Download it</a></p>`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function gameTitle({ mode, racers, finishedAt }: ListedGame['game']): string {
  return `${MODES[mode]}, ${formatCount(racers, 'racer')}, ${clock(new Date(finishedAt))}`
}

function renderOffered({ offered, channel }: CompanionState): Markup | null {
  if (offered.length === 0) {
    return null
  }
  return html`<h2>Waiting for your decision</h2>
<p class="soft">These games were more than three days old when they were found, or were played for another channel. Send a game only if it is missing on the site and belongs to the connected channel.</p>
<ul>${offered.map(
    ({
      name,
      game,
    }) => html`<li>${gameTitle(game)}${game.channel === null || game.channel === channel ? null : html`<p class="problem">Played for <bdi>${game.channel}</bdi></p>`}
${button('Send', { action: 'send-offered', name })}${button('Leave out', { action: 'drop-offered', name })}</li>`,
  )}</ul>`
}

function renderRefused(refused: readonly ListedGame[]): Markup | null {
  if (refused.length === 0) {
    return null
  }
  return html`<h2>Refused by the site</h2>
<ul>${refused.map(
    ({ name, game }) => html`<li>${gameTitle(game)}
<p class="problem">${game.refusal?.sentence ?? ''}</p>
<p class="soft">Its files: ${exportLinks(name, game)}</p>
${button('Send again', { action: 'send-refused', name })}${button('Remove', { action: 'drop-refused', name })}</li>`,
  )}</ul>`
}

function exportLinks(name: string, { mode, parts }: ListedGame['game']): Markup[] {
  const { results, summary, checkpoints } = FILE_NAMES[mode]
  const files = [
    [results, parts.raceData],
    [summary, parts.summaryData],
    [checkpoints, parts.checkpointData],
  ] as const
  return files.flatMap(([file, content]) =>
    file !== undefined && content !== null
      ? [html`<a href="${`refused/${name}/${file}`}">${file}</a> `]
      : [],
  )
}

function button(label: string, { action, name }: { action: string; name: string }): Markup {
  return html`<form method="post" action="${action}"><input type="hidden" name="name" value="${name}"><button class="plain">${label}</button></form>`
}

function renderFolder({ folder }: CompanionState): Markup {
  if (folder === null) {
    return html`<h2>Game folder</h2><p class="problem">The folder was not found. Choose it below.</p>`
  }
  return html`<h2>Game folder</h2><p><code dir="auto">${folder.folder}</code></p>
${folder.isThere ? null : html`<p class="problem">This folder does not exist. The game creates it with its first race.</p>`}
${folder.newestFileAt === null ? null : html`<p class="soft">Newest file: ${clock(folder.newestFileAt)}</p>`}
${folder.problems.map(({ file, problem }) => html`<p class="problem">${file}: ${problem}</p>`)}`
}

function renderFolderForm(failed: FailedForm | null): Markup {
  const typed = failed?.form === 'folder' ? failed.typed : {}
  return html`<form method="post" action="folder">
<label for="path">Full path</label>
<input id="path" name="folder" value="${typed.folder ?? ''}" spellcheck="false">
<p class="soft">Leave it empty to use the game's usual folder.</p>
${failed?.form === 'folder' ? html`<p class="problem" role="alert">${failed.problem}</p>` : null}
<button>Watch this folder</button></form>`
}

function renderAutostart({ startsWithWindows: isOn }: CompanionState): Markup | null {
  if (isOn === null) {
    return null
  }
  return html`<form method="post" action="autostart"><input type="hidden" name="on" value="${isOn ? 'false' : 'true'}"><button class="switch" role="switch" aria-checked="${isOn ? 'true' : 'false'}">Start with Windows</button></form>`
}
