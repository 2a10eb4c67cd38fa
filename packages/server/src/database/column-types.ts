import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date, Date>
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Written as JSON text, read parsed. */
export type Json<T> = ColumnType<T, string, string>
