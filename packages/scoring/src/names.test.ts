import { describe, expect, it } from 'vitest'
import { canBeShown, foldName, isVisible } from './names.ts'
import { normalLogin } from './racer.ts'

describe('foldName', () => {
  it.each([
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'],
    ['İzmir', 'izmir'],
    ['ISPARTA', 'ısparta'],
    ['Jos\u00e9', 'Jose\u0301'],
    ['Jos\u00e9', 'JOSE'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ﬁn', 'FIN'],
    ['ＭＡＲＢＬＥ', 'marble'],
    ['ｷｬﾛﾙ', 'キャロル'],
    ['한국', '한국'.normalize('NFD')],
    ['ᾼ', 'ᾳ'],
    ['Mar\u200bble\u{e0020}', 'marble'],
    ['❤\ufe0f', '❤'],
  ])('%s is the same as %s', (one, other) => {
    expect(foldName(one)).toBe(foldName(other))
  })

  it.each([
    ['が', 'か'],
    ['की', 'का'],
    ['กี', 'กา'],
  ])('keeps %s apart from %s', (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other))
  })

  it('is the same for every letter case and form of every character, and for what it returns', () => {
    const different: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      const others = [
        character.toLowerCase(),
        character.toUpperCase(),
        character.normalize('NFD'),
        character.normalize('NFKC'),
        normalLogin(character),
      ].filter((other) => other !== character)
      if (others.length > 0) {
        const folded = foldName(character)
        if ([folded, ...others].some((other) => foldName(other) !== folded)) {
          different.push(code.toString(16))
        }
      }
    }
    expect(different).toEqual([])
  })
})

describe('isVisible', () => {
  it.each([
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uffa0'],
    ['a blank Braille pattern', '\u2800'],
    ['a zero-width space', '\u200b'],
    ['a word joiner', '\u2060'],
    ['an object replacement', '\ufffc'],
    ['a tag', '\u{e0020}'],
    ['an ideographic space', '\u3000'],
    ['a mark without a letter', '\u0301'],
    ['a variation selector', '\ufe0f'],
    ['a null note head', '\u{1d159}'],
    ['half of a surrogate pair', '\ud83d'],
    ['several', ' \u200b\u2800\u3164 '],
    ['nothing', ''],
  ])('is false for %s', (_, text) => {
    expect(isVisible(text)).toBe(false)
  })

  it.each(['a', '.', 'e\u0301', 'क', 'का', '❤', '琴', '\u200bx', '\u2801'])(
    'is true for %s',
    (text) => {
      expect(isVisible(text)).toBe(true)
    },
  )
})

describe('canBeShown', () => {
  it.each([
    'Hidden racer 1',
    'HIDDEN RACER 12',
    'hidden  racer',
    'Hidden_Racer_3',
    'Ｈｉｄｄｅｎ ｒａｃｅｒ 7',
    'Híd\u200bden\u00a0racer\u2060 7',
    // Cyrillic, Greek, Armenian and Cherokee letters, small capitals, and others that only look alike.
    'Нidden racer 1',
    'Hіddеn rасer 2',
    'ΗΙDDΕΝ RΑϹΕR 3',
    'հiddeո racer 4',
    'ᎻᎥᎠᎠᎬN ᎡᎪᏟᎬᎡ 5',
    'ʜɪᴅᴅᴇɴ ʀᴀᴄᴇʀ 6',
    'Hldden racer 7',
    'H1dden racer 8',
    'H|dden racer 9',
    'Ħidden racer 10',
    '\u2800',
  ])('is false for %s', (name) => {
    expect(canBeShown(name)).toBe(false)
  })

  it.each(['Hidden', 'A hidden racer', 'Hidden Gem', 'Hidalgo racer', '小琴', 'Надежда', 'Ηλίας'])(
    'is true for %s',
    (name) => {
      expect(canBeShown(name)).toBe(true)
    },
  )
})
