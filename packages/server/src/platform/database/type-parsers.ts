import pg from 'pg'

const int8 = 20
const date = 1082
const numeric = 1700
const textArray: number = 1009
const int8Array = 1016
const dateArray = 1182
const numericArray = 1231

/** The parsers of one pool; pg's own registry is global. An int8 beyond 2^53 is an error. */
export function typeParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides()
  overrides.setTypeParser(int8, safeInteger)
  overrides.setTypeParser(numeric, Number)
  overrides.setTypeParser(date, String)
  overrides.setTypeParser(int8Array, (text: string) => parseArray(text, safeInteger))
  overrides.setTypeParser(numericArray, (text: string) => parseArray(text, Number))
  overrides.setTypeParser(dateArray, (text: string) => parseArray(text, String))
  return overrides
}

function parseArray<T>(text: string, parse: (value: string) => T): (T | null)[] {
  const entries: (string | null)[] = pg.types.getTypeParser(textArray)(text)
  return entries.map((entry) => (entry === null ? null : parse(entry)))
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${text} is too large for a number`)
  }
  return value
}
