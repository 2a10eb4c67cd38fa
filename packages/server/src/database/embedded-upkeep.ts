/**
 * What PostgreSQL's background processes do for a server. PGlite has none: its log would grow, and
 * a restart after a crash take longer, until the next clean stop, and its planner would know
 * nothing about the tables.
 */
import type pg from 'pg'

const intervalMs = 60_000
const logBytesBetweenCheckpoints = 64 * 2 ** 20

/** Runs the upkeep every minute; the returned function ends that. */
export function startUpkeep(pool: pg.Pool, warn: (message: string) => void): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    await runUpkeep(pool).catch((error: Error) => warn(`Database upkeep failed: ${error.message}`))
    running = false
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Makes a checkpoint when the log has grown, and vacuums and analyses the tables that changed much. */
export async function runUpkeep(pool: pg.Pool): Promise<void> {
  const log = await pool.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
  )
  if ((log.rows[0]?.bytes ?? 0) > logBytesBetweenCheckpoints) await pool.query('checkpoint')

  // The thresholds are autovacuum's defaults.
  const changed = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  )
  for (const { name } of changed.rows) await pool.query(`vacuum (analyze) ${name}`)
}
