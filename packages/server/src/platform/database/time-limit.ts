import type pg from 'pg'

const TOOK_TOO_LONG = '57014'

/**
 * Reads on one connection, in a transaction whose statements may take `ms` each; for answers that are better short than
 * late. Settings that `read` makes with `set local` end with it.
 *
 * @returns whether there was enough time; if not, `read` has thrown at the statement that took too long
 * @throws whatever else `read` throws
 */
export async function readWithin(
  pool: pg.Pool,
  ms: number,
  read: (client: pg.PoolClient) => Promise<unknown>,
): Promise<boolean> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin read only; set local statement_timeout = ${ms}`)
    await read(client)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    if ((error as { code?: string }).code !== TOOK_TOO_LONG) {
      throw error
    }
    return false
  } finally {
    client.release(broken)
  }
}
