import { expect, test } from 'vitest'
import { typeParsers } from './type-parsers.ts'

const int8 = 20
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182

function parse(oid: number, text: string): unknown {
  return typeParsers().getTypeParser(oid, 'text')(text)
}

test('an int8 is a number as long as a number can hold it exactly', () => {
  expect(parse(int8, '-9007199254740991')).toBe(-9007199254740991)
  expect(() => parse(int8, '9007199254740992')).toThrow('9007199254740992 is too large')
})

test('arrays parse their elements the same way and keep nulls', () => {
  expect(parse(int8Array, '{1,NULL,3}')).toEqual([1, null, 3])
  expect(parse(numericArray, '{1.5}')).toEqual([1.5])
  expect(parse(dateArray, '{2024-02-29}')).toEqual(['2024-02-29'])
})
