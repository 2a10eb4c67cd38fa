import { type Kysely, sql } from 'kysely'

/** What columns mean beyond their names. `npm run schema` turns the comments into doc comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, comment] of Object.entries(COMMENTS)) {
    await sql`comment on column ${sql.ref(column)} is ${sql.lit(comment)}`.execute(db)
  }
}

const COMMENTS = {
  'channels.name': `The owner's username, or the name in the file while the channel has no owner.`,
  'channels.handed_over_at':
    'Games that finish from then on count in addition to the last snapshot.',

  'companion_codes.answered_by': 'The user who confirmed or denied the code.',
  'companion_codes.companion_id':
    'The companion that was connected; null: the code was not confirmed.',
  'companions.is_folder_found': 'From the last heartbeat; null before the first one.',
  'companions.newest_file_at': 'From the last heartbeat; null before the first one.',
  'companions.outbox_count': 'From the last heartbeat; null before the first one.',

  'discord_posts.address': 'Encrypted. The address as it was when the post was requested.',
  'discord_posts.due_at': 'When the post will be sent next, or was last sent.',
  'discord_webhooks.address': 'Encrypted with a key derived from the session secret.',

  'event_creations.created_at': 'Rows are deleted after a few seconds.',
  'event_participants.allows_pause': `Whether the event's show may pause the overlay of the streamer's channel.`,
  'event_participants.held_times':
    'While the event is sealed, games that finish within these times are held.',
  'event_participants.seal_answer': `The streamer's answer to the event's seal; null: no answer yet.`,
  'events.configuration_version': `The configuration's latest version when it was chosen for the event.`,
  'events.ends_at': 'The first instant after the event.',
  'events.first_day': `YYYY-MM-DD, in the event's time zone.`,
  'events.last_day': `YYYY-MM-DD, in the event's time zone.`,
  'events.series_position':
    'null: sorted by its days, after the events that have been put in order.',
  'events.time_zone':
    'An IANA name; null: the companion created the event, and its time zone is unknown.',
  'former_participants.allows_pause': 'What the participant had chosen.',
  'former_participants.has_left':
    'True: the participant left. False: the organiser removed the participant.',

  'games.content_hash': 'A hash of the normalised results: it tells apart two games with one key.',
  'games.game_key':
    'The SnapshotId; or, if the game has none, a hash of its results; from a day log, it starts with "log ".',

  'installers.sha256': 'Hexadecimal. The stored file is named by it.',
  'leaderboard_configuration_versions.config':
    'Read it with readConfiguration: it may follow older rules.',
  'leaderboard_configurations.owner_id': 'null: created at installation.',

  'sessions.platform_token': `The platform's access token, encrypted with a key derived from the session secret.`,

  'show_rows.board': 'The version of the move that froze the board.',
  'show_steps.due_at': `By the database's clock.`,
  'shows.board': 'The frozen board; null while there is none.',
  'shows.board_user_id': 'null: All Streamers.',
  'shows.clears_at': `By the database's clock. Moves are refused until then.`,
  'shows.opened_at':
    'When everybody could last see what the event held: only later games are held again.',
  'shows.results': 'What the board was made from: the rules, and the results by user id.',
  'shows.viewers_delay_s': `How far viewers' pages are behind the stage.`,

  'uploads.companion_id':
    'The companion whose key proved the channel, if it was a key of a companion.',
  'uploads.event_id': 'Where the upload was stored; null: it was not, or the receipt is old.',
  'uploads.game_ids': 'The games that were stored; null: none were, or the receipt is old.',
  'uploads.proof':
    'How the caller proved the channel: key, session, ticket or pairing; null: without proof.',
  'uploads.season': 'Where the upload was stored; null: it was not, or the receipt is old.',

  'user_reports.subject_key': 'The same for all reports of one row.',
  'users.time_zone': 'An IANA name; null until a browser has sent it.',
}
