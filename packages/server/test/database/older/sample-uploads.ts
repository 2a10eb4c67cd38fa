/** The uploads in `0041-deleted-accounts.backup`: every accepted sample, each by a streamer of its own. */
import type { InjectOptions } from 'fastify'
import { gameUpload, importUpload, sampleFile, sampleGame } from '../../helpers/game-files.ts'
import { sampleSeason, seasonUpload } from '../../helpers/season-files.ts'

export const STORED_AT = new Date('2026-10-08T12:00:00Z')

const GAMES = [
  ...['race/v4/01-normal', 'race/v4/02-unicode-platforms-zero-point-winner'],
  ...['race/v4/03-quoted-commas', 'race/v4/04-no-finishers'],
  ...['race/v4/06-simulation-bots-DO-NOT-COUNT', 'race/legacy/01-ascii'],
  ...['race/legacy/02-utf16le-bom', 'race/legacy/05-all-dnf', 'royale/v4/01-normal'],
  ...['royale/v4/03-simulation-blank-points-DO-NOT-COUNT', 'royale/legacy/01-spaces-in-header'],
  ...[
    'royale/legacy/02-utf16le-bom',
    'tilt/v4/01-level-passed',
    'tilt/v4/02-level-failed-run-ends',
  ],
  ...['tilt/legacy/01-trailing-comma', 'tilt/legacy/02-sentinels-failed'],
  ...['tilt/legacy/03-utf16le-bom', 'uploads/league/01-legacy-pair', 'uploads/league/02-v4-pair'],
  ...['real/race-final', 'real/race-simulation'],
]

interface SampleUpload {
  name: string
  login: string
  upload: InjectOptions
}

export function listSampleUploads(): SampleUpload[] {
  const games = GAMES.flatMap((folder, index): SampleUpload[] => {
    const { summaryData, ...unsummed } = sampleGame(folder)
    const files = summaryData === undefined ? unsummed : { ...unsummed, summaryData }
    const sent: [string, InjectOptions][] = [
      ['', gameUpload(files)],
      [' with a time', gameUpload(files, { fields: { finishedAt: '2026-10-07T20:00:00Z' } })],
      [' without its summary', gameUpload(unsummed)],
    ]
    return sent.map(([how, upload], way) => ({
      name: `${folder}${how}`,
      login: `game_${index}_${way}`,
      upload,
    }))
  })
  const log = sampleFile('companion-log/01-normal/allraces_2026-09-14.csv')
  return [
    ...games,
    { name: 'a day log', login: 'log_keeper', upload: importUpload(log) },
    {
      name: 'a season',
      login: 'sample_caster',
      upload: seasonUpload(sampleSeason('uploads/season/01-normal')),
    },
  ]
}
