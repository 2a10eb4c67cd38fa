import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { LeagueTables } from '../kept-tables.ts'
import { serveFillDivisions } from './fill-divisions.ts'
import { serveSetDivisions } from './set-divisions.ts'

/** What organisers do with a league's divisions. */
export function serveDivisions(serve: Serve, context: AppContext & { tables: LeagueTables }): void {
  serveSetDivisions(serve, context)
  serveFillDivisions(serve, context)
}
