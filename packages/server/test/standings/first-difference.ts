/** Finds where an answer differs from the model, as one line. */

/** @throws Error with the question and the first difference */
export function expectSame(question: string, answer: unknown, expected: unknown): void {
  const difference = firstDifference(answer, expected, '')
  if (difference !== null) {
    throw new Error(`${question}: ${difference}`)
  }
}

/** Fields that the model lacks are not compared. Lists are compared completely. */
function firstDifference(answer: unknown, expected: unknown, place: string): string | null {
  if (Array.isArray(expected) && Array.isArray(answer) && expected.length !== answer.length) {
    return `${place} has ${answer.length} entries, the model says ${expected.length}:\n  ${JSON.stringify(answer)}\n  ${JSON.stringify(expected)}`
  }
  if (!isObject(answer) || !isObject(expected)) {
    return Object.is(answer, expected)
      ? null
      : `${place} is ${JSON.stringify(answer)}, the model says ${JSON.stringify(expected)}`
  }
  for (const [name, value] of Object.entries(expected)) {
    const difference = firstDifference(answer[name], value, `${place}.${name}`)
    if (difference !== null) {
      return difference
    }
  }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
